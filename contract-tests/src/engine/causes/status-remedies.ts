import type { OperationId } from '@wfhost/openapi'
import type { RecordedExchange } from '../conformance-report.ts'
import { operationOfPath } from '../operation-of-path.ts'
import { hasConfiguredKey } from './symptoms.ts'

/** Returns the remedy if a request that should succeed is refused. */
export function describeStatusRemedy(exchange: RecordedExchange | undefined): string {
  if (exchange === undefined) return ''

  const { fixture = 'the fixture', status } = exchange
  const operation = operationOfPath(new URL(exchange.url).pathname)
  if (status >= 500) return describeServerError(operation)
  if (status === 401) return describeUnauthorized(exchange, fixture)
  if (status === 403) return describeForbidden(operation, fixture)
  if (status === 404) return describeNotFound(operation, exchange.fixture)
  if (status === 405) return describeRefusedMethod(exchange)
  if (status === 402) return 'Give the organization credits.'
  if (status === 429) return 'Lift the rate limit for the suite, or set a lower requestsPerSecond.'
  return describeBadRequest(operation, fixture)
}

function describeUnauthorized(exchange: RecordedExchange, fixture: string): string {
  const hook = findHookOfKey(exchange)
  if (hook !== undefined) return `Check ${hook}: the server does not accept the key that it returned.`
  return `Check the ${nameCredentials(exchange)} of ${fixture}: the server does not accept it.`
}

/** Returns the hook that returned the key of a request, or undefined for any other key. Reports show the name of the key. */
function findHookOfKey({ requestHeaders }: RecordedExchange): string | undefined {
  const { authorization = '' } = requestHeaders
  if (authorization.includes('$REGENERATED_KEY')) return 'hooks.regenerateKey'
  return authorization.includes('$PUBLISHED_KEY') ? 'hooks.publishWorkflow' : undefined
}

/** Returns the name of the credentials in a request, which has a session if it has no key. */
function nameCredentials({ requestHeaders }: RecordedExchange): 'key' | 'session' {
  return requestHeaders['authorization'] === undefined ? 'session' : 'key'
}

function describeServerError(operation: OperationId | undefined): string {
  const look = 'Look for the error in the log of the server.'
  if (operation !== 'runPublishedWorkflow') return `${look} The document has no such status.`
  return `${look} Only a run that fails may have such a status, with its status, error and stepOutputs as the body.`
}

function describeForbidden(operation: OperationId | undefined, fixture: string): string {
  if (operation !== 'getOrganizationManifest') return `Check the key of ${fixture}: the server knows it, and it has no access.`
  return `Check the orgId and the key or session of ${fixture}: the server gives them no access to this organization.`
}

function describeNotFound(operation: OperationId | undefined, fixture: string | undefined): string {
  if (operation === 'runPublishedWorkflow') return describeMissingWorkflow(fixture)
  if (operation === 'executeTool' && fixture !== undefined) return describeBadRequest(operation, fixture)

  if (operation === 'executeTool') return `${MISSING_REGISTRY_REMEDY} If both are right, check the payloads of the fixtures.`
  return operation === 'getOrganizationManifest' && fixture !== undefined
    ? `${MISSING_REGISTRY_REMEDY} Check the orgId of ${fixture}, too.`
    : MISSING_REGISTRY_REMEDY
}

/** The remedy if the server has no path of the tool registry. */
export const MISSING_REGISTRY_REMEDY = 'Check product, the segment in the paths of the registry, and registryUrl, its address.'

/** Explains a 405: the path exists at this address, and belongs to something else than the operation. */
function describeRefusedMethod({ method }: RecordedExchange): string {
  return `Check baseUrl, registryUrl and product: the server has this path, and does not accept ${method} there.`
}

function describeMissingWorkflow(fixture: string | undefined): string {
  if (fixture === undefined) return 'Check baseUrl, and the path in it: the server finds the workflow of no fixture.'

  // The suite itself publishes this workflow.
  if (fixture === 'fixtures.publishableFlowId') {
    return `Check whether hooks.publishWorkflow publishes the workflow of ${fixture}, or correct the identifier.`
  }
  return `Publish the workflow of ${fixture} on the server, or correct its flowId.`
}

function describeBadRequest(operation: OperationId | undefined, fixture: string): string {
  if (operation === 'executeTool') return `Check the payload of ${fixture}: the server refuses it.`
  if (operation !== 'runPublishedWorkflow')
    return `Check what ${fixture} declares: the server refuses a request that is made of it.`

  const remedy =
    fixture === 'fixtures.typed' ? 'correct its validArguments' : 'declare the arguments that its workflow requires as args'
  return `Check the arguments of ${fixture}: the server refuses them. If they are wrong, ${remedy}.`
}

/** Returns a sentence about a key that the server refuses where a check expects another response. */
export function describeRefusedKey(exchange: RecordedExchange | undefined): string | undefined {
  if (exchange?.status !== 401 || exchange.fixture === undefined || !hasConfiguredKey(exchange)) return undefined

  // The configuration does not have a key that a hook returned.
  if (findHookOfKey(exchange) !== undefined) return undefined
  return `If the server is right, correct the key of ${exchange.fixture}.`
}

/** Returns whether a status may show that a fixture is wrong. A used-up limit or an internal error does not show that. */
export function isStatusOfFixture(exchange: RecordedExchange | undefined): boolean {
  const status = exchange?.status ?? 0
  return status >= 400 && status < 500 && status !== 402 && status !== 429
}
