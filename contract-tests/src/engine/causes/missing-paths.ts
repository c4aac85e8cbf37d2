import { type OperationId, operationTable } from '@wfhost/openapi'
import type { RecordedExchange } from '../conformance-report.ts'
import { operationOfPath } from '../operation-of-path.ts'
import type { ActionableCheck } from './symptoms.ts'

/**
 * Removes the fixture from each request to a path that the server may not have: the response is 404, and no request to the same
 * operation has succeeded. Such a path has a wrong product or address, so the fixture is not the cause.
 */
export function ignoreFixturesOfMissingPaths(
  checks: readonly ActionableCheck[],
  exchangesOfRun: readonly RecordedExchange[],
): ActionableCheck[] {
  const reached = new Set(exchangesOfRun.filter(({ status }) => status < 300).map(findOperation))

  return checks.map((check) => ({
    ...check,
    exchanges: check.exchanges.map((exchange) => {
      const operation = findOperation(exchange)
      const mayBeMissing = exchange.status === 404 && operation !== undefined && !namesFixture(operation)
      return mayBeMissing && !reached.has(operation) ? withoutFixture(exchange) : exchange
    }),
  }))
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
