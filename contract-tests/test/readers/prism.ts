import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { validateOutput } from '@stoplight/prism-http/dist/validator/index.js'
import { document } from '@wfhost/openapi'
import type { Exchange } from '../../src/target/exchange.ts'
import type { Reader } from './reader.ts'

type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number]

/**
 * Reads answers with Prism, a third party to the project. Prism reports nothing when a schema does not compile, so
 * its verdict is worth something only beside a canary that it rejects.
 */
export async function createPrismReader(): Promise<Reader> {
  // Prism dereferences the document in place.
  const operations = await getHttpOperationsFromSpec(structuredClone(document))
  const byId = new Map(operations.map((operation) => [operation.iid, operation]))
  return { name: 'Prism', read: (exchange) => read(operationOf(exchange, byId), exchange) }
}

function operationOf(exchange: Exchange, byId: ReadonlyMap<string | undefined, PrismOperation>): PrismOperation {
  const { operationId } = exchange.call
  const operation = byId.get(operationId)
  if (operation === undefined) throw new Error(`Cannot judge with Prism: it does not know operation ${operationId}`)
  return operation
}

function read(resource: PrismOperation, exchange: Exchange): string[] {
  const headers = Object.fromEntries(exchange.headers)
  const verdict = validateOutput({ resource, element: { statusCode: exchange.status, headers, body: exchange.body } })
  if (verdict._tag === 'Right') return []
  return verdict.left.map((problem) => `${(problem.path ?? []).join('.')}: ${problem.message}`)
}
