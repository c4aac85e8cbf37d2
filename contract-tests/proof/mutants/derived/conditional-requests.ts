import { type ConditionalHeaders, conditionalHeaders } from '../../../src/catalogues/conditional-headers.ts'
import { contractFixtures } from '../../contract-world.ts'
import { type Mutant, type MutantRequest, onRequest, type Place, refuse, rightKey, withKey } from '../mutant.ts'

/** The endpoints that refuse a request without a key, and the checks that send conditional requests there. */
const endpoints = [
  { at: 'run', foundBy: 'KEY-INVALID.conditional' },
  { at: 'public manifest', foundBy: 'HOST-401.conditional' },
  { at: 'organization manifest', foundBy: 'HOST-401.conditional' },
  { at: 'execute', foundBy: 'HOST-401.conditional' },
] as const

/** Servers that evaluate a condition, a range or a cache before the key. */
export const conditionalRequests: readonly Mutant[] = endpoints.flatMap((endpoint) =>
  conditionalHeaders.flatMap((conditional) => [
    letIn(endpoint, conditional),
    {
      defect: `412 for a request to ${endpoint.at} without a key and with ${conditional.description} (${conditional.source})`,
      foundBy: endpoint.foundBy,
      mutate: refuse({ at: endpoint.at, status: 412 }, (request) => isConditionalWithoutKey(request, conditional)),
    },
  ]),
)

interface Endpoint {
  readonly at: Place
  readonly foundBy: Mutant['foundBy']
}

function letIn({ at, foundBy }: Endpoint, conditional: ConditionalHeaders): Mutant {
  const defect = `a request to ${at} without a key is accepted with ${conditional.description} (${conditional.source})`
  const mutate = onRequest([at], (request, service) => {
    if (!isConditionalWithoutKey(request, conditional)) return undefined

    return withKey(request, at === 'run' ? rightKey(request, service) : contractFixtures.registry.key)
  })
  return { defect, foundBy, mutate }
}

function isConditionalWithoutKey({ headers }: MutantRequest, conditional: ConditionalHeaders): boolean {
  const isConditional = Object.entries(conditional.headers).every(([name, value]) => headers.get(name) === value)
  return isConditional && !headers.has('authorization')
}
