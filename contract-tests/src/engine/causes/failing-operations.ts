import { type OperationId, operationTable } from '@wfhost/openapi'
import type { RecordedExchange } from '../conformance-report.ts'
import { operationOfPath } from '../operation-of-path.ts'
import type { ActionableCheck } from './symptoms.ts'

/**
 * Removes the name of the fixture from recorded exchanges that cannot succeed with any fixture. A fixture is declared test data,
 * such as a workflow with its key. The report blames the fixture of an exchange for a refusal, so this function removes its name
 * in two cases:
 *
 * - The path is missing: every request to it gets 404 or 405. The address or the product is wrong then.
 * - The operation fails: requests that use different fixtures get the same 400 or 500, and none succeeds.
 *
 * @param exchangesOfRun - All exchanges of the run, also those of checks that passed.
 */
export function ignoreFixturesOfFailingOperations(
  checks: readonly ActionableCheck[],
  exchangesOfRun: readonly RecordedExchange[],
): ActionableCheck[] {
  const run: RunExchanges = {
    exchangesOfRun,
    succeededOperations: new Set(exchangesOfRun.filter(({ status }) => status < 300).map(findOperation)),
    fixtureCounts: countFailingFixtures(exchangesOfRun),
  }

  const removeFixtureIfUnrelated = (exchange: RecordedExchange): RecordedExchange =>
    isPathMissing(exchange, run) || isOperationFailing(exchange, run) ? removeFixture(exchange) : exchange
  return checks.map((check) => ({ ...check, exchanges: check.exchanges.map(removeFixtureIfUnrelated) }))
}

interface RunExchanges {
  readonly exchangesOfRun: readonly RecordedExchange[]
  /** The operations of which at least one request succeeded. */
  readonly succeededOperations: ReadonlySet<OperationId | undefined>
  /** How many fixtures got the same failure from an operation, by the key of the failure. */
  readonly fixtureCounts: ReadonlyMap<string, number>
}

/** Whether requests with several fixtures get the same error of an operation. */
function isOperationFailing(exchange: RecordedExchange, { fixtureCounts }: RunExchanges): boolean {
  const fixtureCount = fixtureCounts.get(createFailureKey(exchange)) ?? 0
  return fixtureCount >= MIN_FIXTURES_FAILING_ALIKE
}

/** Whether the server does not have the path of a request at all. */
function isPathMissing(exchange: RecordedExchange, { exchangesOfRun, succeededOperations }: RunExchanges): boolean {
  const operation = findOperation(exchange)
  // After one success, the path exists.
  if (operation === undefined || succeededOperations.has(operation)) return false
  if (exchange.status === METHOD_NOT_ALLOWED) return true
  if (exchange.status !== NOT_FOUND) return false

  // A path such as /flows/{flowId} can exist and get 404, because only its workflow is missing. Several fixtures show more.
  if (!hasFixtureInPath(operation)) return true
  return countFixturesNotFound(operation, exchangesOfRun) >= MIN_FIXTURES_FAILING_ALIKE
}

/** Counts the fixtures with which each operation gets the same status of an error, if no request of that kind succeeds. */
function countFailingFixtures(exchanges: readonly RecordedExchange[]): ReadonlyMap<string, number> {
  const succeeded = new Set(exchanges.filter(({ status }) => status < 300).map(createKindKey))
  const failing = exchanges.filter((exchange) => isError(exchange) && !succeeded.has(createKindKey(exchange)))

  const fixtures = new Map<string, Set<string>>()
  for (const exchange of failing) {
    if (exchange.fixture === undefined) continue
    const name = createFailureKey(exchange)
    fixtures.set(name, (fixtures.get(name) ?? new Set()).add(exchange.fixture))
  }
  return new Map([...fixtures].map(([name, names]) => [name, names.size]))
}

/** Returns whether a status may come from the operation itself. Other refusals come from a key, a path or a limit. */
function isError({ status }: RecordedExchange): boolean {
  return status === 400 || status >= 500
}

function createFailureKey(exchange: RecordedExchange): string {
  return `${createKindKey(exchange)} ${exchange.status}`
}

/** Creates the key of a kind of requests: its operation, and whether it is an async start. */
function createKindKey(exchange: RecordedExchange): string {
  const isAsyncStart = /"mode":"async"/.test(exchange.requestBody ?? '')
  return `${findOperation(exchange)} ${isAsyncStart ? 'async' : ''}`
}

/** If requests with so many fixtures fail in the same way, the operation or its path is to blame, and not a fixture. */
const MIN_FIXTURES_FAILING_ALIKE = 3

/** The fixtures for which a server must respond with 404. */
const FIXTURES_WITHOUT_WORKFLOW = /\b(?:unknownFlowId|unpublishedFlowId|publishableFlowId|archived)\b/

const NOT_FOUND = 404

const METHOD_NOT_ALLOWED = 405

/** Counts the fixtures whose requests to an operation got 404. */
function countFixturesNotFound(operation: OperationId, exchanges: readonly RecordedExchange[]): number {
  const notFound = exchanges.filter((exchange) => exchange.status === NOT_FOUND && findOperation(exchange) === operation)
  const fixtures = notFound.flatMap(({ fixture }) => fixture ?? [])
  return new Set(fixtures.filter((fixture) => !FIXTURES_WITHOUT_WORKFLOW.test(fixture))).size
}

function findOperation({ url }: RecordedExchange): OperationId | undefined {
  return operationOfPath(new URL(url).pathname)
}

/** Whether the path of an operation has a parameter that a fixture fills, such as `flowId`. The product is not a fixture. */
function hasFixtureInPath(operation: OperationId): boolean {
  return operationTable[operation].parameters.some(({ name }) => name !== 'product')
}

function removeFixture({ fixture: _fixture, ...exchange }: RecordedExchange): RecordedExchange {
  return exchange
}
