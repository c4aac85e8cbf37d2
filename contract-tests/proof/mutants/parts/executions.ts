import { contractFixtures } from '../../contract-world.ts'
import { type Mutant, onRequest, tokenOf, type Upstream, withKey } from '../mutant.ts'

/** The place of the version that a tool returns. */
export const atResult = { ...contractFixtures.executeVersion, pointer: '/result' }

/** Adds to the credits of an organization, or takes some. */
export function charge({ service }: Upstream, credits: number, organization = 'acme'): void {
  service.setCredits(organization, service.creditBalance(organization) + credits)
}

/** Replaces the key of another environment by the key of the default environment. */
export function withDefaultEnvironment(places: Parameters<typeof onRequest>[0]): Mutant['mutate'] {
  return onRequest(places, (request) => withKey(request, tokenOf(request).replace('staging', 'default')))
}

/** Executes each request that carries one key as if it carried the key of the registry. */
export function executeWithRegistryKey(key: string): Mutant['mutate'] {
  return onRequest(['execute'], (request) =>
    tokenOf(request) === key ? withKey(request, contractFixtures.registry.key) : undefined,
  )
}
