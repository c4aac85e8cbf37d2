import type { RecordedExchange } from '../conformance-report.ts'
import { operationOfPath } from '../operation-of-path.ts'

/**
 * The requests that a server accepted in a run. If it accepted another request that is made of the same fixture, the fixture is
 * right, and is not the cause of a refusal.
 */
export class AcceptedRequests {
  readonly #shapes: ReadonlySet<string>

  constructor(exchanges: readonly RecordedExchange[]) {
    this.#shapes = new Set(exchanges.filter(({ status }) => status < 300).map(shapeOf))
  }

  /** Returns whether the server accepted a request with the same operation, fixture and key. */
  hasFixtureOf(exchange: RecordedExchange): boolean {
    return exchange.fixture !== undefined && this.#shapes.has(shapeOf(exchange))
  }
}

function shapeOf({ fixture, requestHeaders, url }: RecordedExchange): string {
  const { authorization = 'session' } = requestHeaders
  return [operationOfPath(new URL(url).pathname), fixture, authorization].join(' ')
}
