import { type OverridePlace, organizationPlaces } from '../../../src/catalogues/override-places.ts'
import { type Mutant, onRequest, type Place, withKey } from '../mutant.ts'
import { readPlace } from './read-place.ts'

/** The places that may name an organization in a request without a body. */
export const manifestPlaces = organizationPlaces.filter(({ kind }) => kind !== 'body')

/** A server that takes the organization of a request from a place, and not from the key. */
export function readsOrganization(
  { kind, name, source }: OverridePlace,
  { at, foundBy }: { readonly at: Place; readonly foundBy: Mutant['foundBy'] },
): Mutant {
  return {
    defect: `the ${kind} ${name} decides the organization at ${at} (${source})`,
    foundBy,
    mutate: onRequest([at], (request) =>
      readPlace(request, { kind, name }).endsWith('acme') ? withKey(request, 'host-acme-default') : undefined,
    ),
  }
}
