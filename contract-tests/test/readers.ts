import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { validateOutput } from '@stoplight/prism-http/dist/validator/index.js'
import { document } from '@wfhost/openapi'
import { validateResponse } from '@wfhost/openapi/validators'
import { readResponse } from '@wfhost/sdk/schemas'
import type { Exchange } from '../src/target/exchange.ts'

/** A validator of the API document, which reports the problems of a response in its own form. */
export interface Reader {
  readonly name: string
  /** Lists the problems of a response. The list is empty if the response is as documented. */
  readonly read: (exchange: Exchange) => readonly string[]
}

export interface Judgement {
  readonly exchange: Exchange
  readonly verdict: 'valid' | 'invalid' | 'disagreement'
  /** The finding of each reader, one line for each. */
  readonly explanation: string
}

export function judge(exchange: Exchange, readers: readonly Reader[]): Judgement {
  const readings = readers.map((reader) => ({ reader: reader.name, problems: reader.read(exchange) }))
  const verdicts = new Set(readings.map(({ problems }) => (problems.length === 0 ? 'valid' : 'invalid')))
  const [first = 'valid'] = verdicts
  const verdict = verdicts.size > 1 ? 'disagreement' : first
  const lines = readings.map(({ problems, reader }) => `  ${reader}: ${problems.length === 0 ? 'valid' : problems.join('; ')}`)
  return { exchange, verdict, explanation: lines.join('\n') }
}

/** Validates responses with the validators that are generated from the API document. */
export const generatedValidators: Reader = {
  name: 'generated validators',
  read: (exchange) => validateResponse(exchange.request.operationId, exchange).map((problem) => problem.message),
}

/** Validates responses with the hand-written schemas of the SDK. */
export const zodSchemas: Reader = {
  name: 'zod schemas of the SDK',
  read: (exchange) =>
    readResponse(exchange.request.operationId, exchange).problems.map((problem) => `${problem.path}: ${problem.message}`),
}

type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number]

/**
 * Validates responses with Prism, which is independent of this project. Prism reports nothing if a schema does not
 * compile, so a test must also show that it rejects an invalid response.
 */
export async function createPrismReader(): Promise<Reader> {
  // Prism dereferences the document in place.
  const operations = await getHttpOperationsFromSpec(structuredClone(document))
  const byId = new Map(operations.map((operation) => [operation.iid, operation]))
  return { name: 'Prism', read: (exchange) => read(operationOf(exchange, byId), exchange) }
}

function operationOf(exchange: Exchange, byId: ReadonlyMap<string | undefined, PrismOperation>): PrismOperation {
  const { operationId } = exchange.request
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
