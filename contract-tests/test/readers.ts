import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { validateOutput } from '@stoplight/prism-http/dist/validator/index.js'
import { document } from '@wfhost/openapi'
import { validateResponse } from '@wfhost/openapi/validators'
import { readResponse } from '@wfhost/sdk/schemas'
import type { Exchange } from '../src/target/exchange.ts'

/** One reading of the document: it says what is wrong with an answer, in its own words. */
export interface Reader {
  readonly name: string
  /** The problems of an answer; none when the answer is as documented. */
  readonly read: (exchange: Exchange) => readonly string[]
}

export interface Judgement {
  readonly exchange: Exchange
  readonly verdict: 'valid' | 'invalid' | 'disagreement'
  /** Which reader says what; one line a reader. */
  readonly explanation: string
}

export function judge(exchange: Exchange, readers: readonly Reader[]): Judgement {
  const readings = readers.map((reader) => ({ reader: reader.name, problems: reader.read(exchange) }))
  const invalid = readings.filter((reading) => reading.problems.length > 0).length
  const verdict = invalid === 0 ? 'valid' : invalid === readings.length ? 'invalid' : 'disagreement'
  const lines = readings.map(({ problems, reader }) => `  ${reader}: ${problems.length === 0 ? 'valid' : problems.join('; ')}`)
  return { exchange, verdict, explanation: lines.join('\n') }
}

/** Reads answers with the validators that are generated from the document. */
export const generatedValidators: Reader = {
  name: 'generated validators',
  read: (exchange) => validateResponse(exchange.request.operationId, exchange).map((problem) => problem.message),
}

/** Reads answers with the schemas of the SDK, which are written by hand. */
export const zodSchemas: Reader = {
  name: 'zod schemas of the SDK',
  read: (exchange) =>
    readResponse(exchange.request.operationId, exchange).problems.map((problem) => `${problem.path}: ${problem.message}`),
}

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
