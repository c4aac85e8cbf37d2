import { contractFixtures } from '../../../../proof/contract-world.ts'
import {
  type Mutant,
  type MutantRequest,
  mutantsOf,
  onRequest,
  onResponse,
  parseObject,
  tokenOf,
  withKey,
} from '../../../../proof/mutants/mutant.ts'
import { executeWithRegistryKey } from '../../../../proof/mutants/parts/executions.ts'
import { publicManifest, tagManifests, tagOf } from '../../../../proof/mutants/parts/manifests.ts'
import { manifestPlaces, readsOrganization } from '../../../../proof/mutants/parts/organizations.ts'
import { organizationPlaces } from '../../../catalogues/override-places.ts'

const { expectedText, payload } = contractFixtures.executeEnvironment

/** Servers that mix up the organizations of the registry. */
export const mutants: readonly Mutant[] = [
  ...manifestPlaces.map((place) => readsOrganization(place, { at: 'public manifest', foundBy: 'MAN-ORG.named' })),
  ...organizationPlaces.map((place) => readsOrganization(place, { at: 'execute', foundBy: 'HOST-KEY.named' })),
  {
    defect: 'an object of the payload decides the organization of an execution',
    foundBy: 'HOST-KEY.named',
    fixtures: { executeEnvironment: { payload: { call: payload }, expectedText } },
    mutate: onRequest(['execute'], (request) => {
      const call = Object(parseObject(request.text)?.['call'])
      if (call.tool === undefined) return undefined
      const key = call.orgId === contractFixtures.organization.orgId ? contractFixtures.registry.key : undefined
      return { ...withKey(request, key), text: JSON.stringify(payload) }
    }),
  },
  ...mutantsOf('MAN-ORG.cached', {
    'an ETag is checked before the key': tagManifests((request) => isTag(request) && tokenOf(request) === ''),
    'every ETag of a manifest is confirmed with 304': tagManifests(isTag),
    'the ETag of a manifest depends only on the profile': tagManifests(
      (request) => request.headers.get('if-none-match')?.split('/')[1] === tagOf(request).split('/')[1],
    ),
  }),
  {
    defect: 'a shared cache may store the manifest of one key',
    foundBy: 'MAN-ORG.cached',
    isWarned: true,
    mutate: onResponse(publicManifest, ({ headers }) => ({
      headers: new Headers([...headers, ['cache-control', 'public, max-age=60']]),
    })),
  },
  {
    defect: 'an execution finds variables only by the name of the environment',
    foundBy: 'HOST-KEY.variables',
    fixtures: {
      executeEnvironment: {
        payload,
        expectedText: { ...expectedText, otherOrganization: 'sender-of-globex' },
        pointer: '/result',
      },
    },
    mutate: executeWithRegistryKey(contractFixtures.otherOrganization.key),
  },
  {
    defect: 'an execution shows a variable of another organization, and its text is not declared',
    foundBy: 'HOST-KEY.variables',
    isWarned: true,
    mutate: executeWithRegistryKey(contractFixtures.otherOrganization.key),
  },
]

function isTag({ headers }: MutantRequest): boolean {
  return headers.get('if-none-match')?.startsWith('"of-') === true
}
