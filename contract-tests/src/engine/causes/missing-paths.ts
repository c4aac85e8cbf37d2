import { type OperationId, operationTable } from '@wfhost/openapi'
import type { RecordedExchange } from '../conformance-report.ts'
import { operationOfPath } from '../operation-of-path.ts'
import type { ActionableCheck } from './symptoms.ts'

/**
 * Removes the fixture from each request whose path is missing on the server. If a server has no such endpoint, every request to it
 * gets 404 or 405. The address or the product is wrong then, so the report must not blame the fixture that the request used.
 *
 * @param exchangesOfRun - All exchanges of the run, also those of checks that passed.
 */
export function ignoreFixturesOfMissingPaths(
  checks: readonly ActionableCheck[],
  exchangesOfRun: readonly RecordedExchange[],
): ActionableCheck[] {
  const succeeded = new Set(exchangesOfRun.filter(({ status }) => status < 300).map(findOperation))

  function isPathMissing(exchange: RecordedExchange): boolean {
    const operation = findOperation(exchange)
    // After one success, the path exists.
    if (operation === undefined || succeeded.has(operation)) return false
    if (exchange.status === METHOD_NOT_ALLOWED) return true
    if (exchange.status !== NOT_FOUND) return false

    // A path such as /flows/{flowId} gets 404 also if only its workflow is missing.
    if (!hasFixtureInPath(operation)) return true
    return countFixturesNotFound(operation, exchangesOfRun) >= FEWEST_FIXTURES
  }

  return checks.map((check) => ({
    ...check,
    exchanges: check.exchanges.map((exchange) => (isPathMissing(exchange) ? withoutFixture(exchange) : exchange)),
  }))
}

/** If so many fixtures of an operation are not found, the path itself is probably missing. */
const FEWEST_FIXTURES = 3

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

function withoutFixture({ fixture: _fixture, ...exchange }: RecordedExchange): RecordedExchange {
  return exchange
}
