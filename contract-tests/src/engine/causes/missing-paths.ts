import { type OperationId, operationTable } from '@wfhost/openapi'
import type { RecordedExchange } from '../conformance-report.ts'
import { operationOfPath } from '../operation-of-path.ts'
import type { ActionableCheck } from './symptoms.ts'

/**
 * Removes the fixture from each request to a path that the server may not have: the response is 404 or 405, and no request to the
 * same operation has succeeded. Such a path has a wrong product or address, so the fixture is not the cause.
 */
export function ignoreFixturesOfMissingPaths(
  checks: readonly ActionableCheck[],
  exchangesOfRun: readonly RecordedExchange[],
): ActionableCheck[] {
  const reached = new Set(exchangesOfRun.filter(({ status }) => status < 300).map(findOperation))
  const manyMissing = new Set(operationIds.filter((operation) => countMissing(operation, exchangesOfRun) >= FEWEST_FIXTURES))

  return checks.map((check) => ({
    ...check,
    exchanges: check.exchanges.map((exchange) => {
      const operation = findOperation(exchange)
      if (operation === undefined || reached.has(operation)) return exchange

      const isNotFound = exchange.status === 404 && (!namesFixture(operation) || manyMissing.has(operation))
      return isNotFound || exchange.status === METHOD_NOT_ALLOWED ? withoutFixture(exchange) : exchange
    }),
  }))
}

/** The number of fixtures that are not found from which the path itself is probably missing, and not each of them. */
const FEWEST_FIXTURES = 3

const METHOD_NOT_ALLOWED = 405

// An object of the generated table has exactly these names.
const operationIds = Object.keys(operationTable) as OperationId[]

/** Counts the fixtures whose requests to an operation got 404. */
function countMissing(operation: OperationId, exchanges: readonly RecordedExchange[]): number {
  const missing = exchanges.filter((exchange) => exchange.status === 404 && findOperation(exchange) === operation)
  return new Set(missing.flatMap(({ fixture }) => fixture ?? [])).size
}

function findOperation({ url }: RecordedExchange): OperationId | undefined {
  return operationOfPath(new URL(url).pathname)
}

/** Returns whether the path of an operation names a fixture. The product is not one. */
function namesFixture(operation: OperationId): boolean {
  return operationTable[operation].parameters.some(({ name }) => name !== 'product')
}

function withoutFixture({ fixture: _fixture, ...exchange }: RecordedExchange): RecordedExchange {
  return exchange
}
