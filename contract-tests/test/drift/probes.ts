import { document, type OperationId } from '@wfhost/openapi'
import { isJsonObject, type JsonObject } from '../../../openapi/generate/document.ts'
import { listExamples } from '../../../openapi/test/list-examples.ts'
import { listMutations } from '../../../openapi/test/list-mutations.ts'

const { requests, responses } = listExamples(document)

/** Every example of a response in the document. */
export const documentedResponses = responses

/** A response that two readers judge. */
export interface ResponseProbe {
  readonly operationId: OperationId
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

type ListBodies = (value: unknown) => readonly unknown[]

const statuses = [200, 201, 202, 204, 400, 401, 402, 403, 404, 409, 418, 422, 429, 500, 503, 504]
const dates = ['Sat, 21 Nov 2026 10:00:30 GMT', 'Sat, 21 Nov 2026 10:00:30', 'Saturday, 21-Nov-26 10:00:30 GMT']
const retryAfters = ['30', '0', 'soon', '-1', '1.5', '', ...dates, undefined]

/** Lists the documented responses, with damaged bodies, with every status, and with every form of Retry-After. */
export function listResponseProbes(damage: ListBodies = listMutations): ResponseProbe[] {
  const operations = [...new Set(responses.map(({ operationId }) => operationId))]
  const bodies = responses.flatMap(({ operationId, status, value }) =>
    [value, ...damage(value)].map((body) => responseProbe(operationId, { status, body, retryAfter: '30' })),
  )
  const others = operations.flatMap((operationId) => [
    ...statuses.map((status) => responseProbe(operationId, { status, body: { message: 'No' }, retryAfter: '30' })),
    ...retryAfters.map((retryAfter) => responseProbe(operationId, { status: 429, body: {}, retryAfter })),
  ])
  return distinct([...bodies, ...others])
}

/** A request body that two readers judge. Undefined means a request without a body. */
export interface RequestProbe {
  readonly operationId: 'runPublishedWorkflow' | 'executeTool'
  readonly body: unknown
}

/** Lists the documented request bodies, damaged bodies, and a request without a body. */
export function listRequestProbes(damage: ListBodies = listMutations): RequestProbe[] {
  return distinct(
    requests.flatMap(({ operationId, value }) =>
      // The operations that have a body.
      [undefined, value, ...damage(value)].map((body) => ({ operationId: operationId as RequestProbe['operationId'], body })),
    ),
  )
}

/** Removes each member, or replaces it by a number, at every depth. The values are few, because Prism is slow. */
export function listRemovals(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => [value.with(index, 7), ...listRemovals(item).map((inner) => value.with(index, inner))])
  }
  if (!isJsonObject(value)) return []
  const entries = Object.entries(value)
  return entries.flatMap(([name, member]) => [
    Object.fromEntries(entries.filter(([other]) => other !== name)),
    ...[7, '', ...listRemovals(member)].map((inner) => ({ ...value, [name]: inner })),
  ])
}

/** Each text replaced by one of these words, at every depth. */
export function replaceTexts(value: unknown, words: readonly string[]): unknown[] {
  if (typeof value === 'string') return [...words]
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => replaceTexts(item, words).map((inner) => value.with(index, inner)))
  }
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) =>
    replaceTexts(member, words).map((inner) => ({ ...value, [name]: inner })),
  )
}

/** The words that an edited document lists in an enum and ours does not. */
export function newWords(edited: JsonObject): string[] {
  const known = enumWords(document)
  return enumWords(edited).filter((word) => !known.includes(word))
}

function enumWords(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'enum' && Array.isArray(member) ? member.filter((word) => typeof word === 'string') : enumWords(member),
  )
}

function responseProbe(
  operationId: string,
  response: { readonly status: number; readonly body: unknown; readonly retryAfter: string | undefined },
): ResponseProbe {
  const { body, retryAfter, status } = response
  const headers = new Headers({ 'content-type': 'application/json' })
  if (retryAfter !== undefined) headers.set('retry-after', retryAfter)
  // The operations are listed from the document.
  return { operationId: operationId as OperationId, status, headers, body }
}

function distinct<Probe extends object>(probes: readonly Probe[]): Probe[] {
  return [...new Map(probes.map((probe) => [JSON.stringify({ ...probe, headers: headersOf(probe) }), probe])).values()]
}

function headersOf(probe: object): unknown {
  return 'headers' in probe && probe.headers instanceof Headers ? [...probe.headers] : undefined
}
