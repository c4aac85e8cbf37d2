import { formatHttpDate } from '@wfhost/internal/retry-after'
import type { OperationId } from '@wfhost/openapi'
import { validateResponse } from '@wfhost/openapi/validators'
import type { Assumptions, ErrorBody } from '../../schema/assumptions.ts'
import type { World } from '../world/world.ts'
import type { JsonResponse, PlainResponse } from './plain-exchange.ts'
import { hasMember, type ResponseFormat, withStatus } from './response-format.ts'

interface RespondingOperation {
  readonly operationId: OperationId
  readonly format: ResponseFormat
}

/**
 * Writes the response of an operation in the format of the assumptions, and validates it against the API document.
 *
 * @throws {Error} if the API document does not allow the response: that is a bug of this server.
 */
export function respond(world: World, { format, operationId }: RespondingOperation, response: JsonResponse): PlainResponse {
  const formatted = applyAssumptions(response, format, world.assumptions)
  const plain = toPlainResponse(world, formatted)

  // The formats of the assumptions are not in the document, so the original response is validated.
  const headers = formatted === response ? plain.headers : createHeaders(world, response)
  const get = (name: string): string | null => headers[name.toLowerCase()] ?? null
  const problems = validateResponse(operationId, { status: response.status, headers: { get }, body: response.body })
  if (problems.length === 0) return plain

  const reasons = problems.map(({ message }) => message).join('; ')
  throw new Error(`The response ${response.status} of ${operationId} does not conform to the API document: ${reasons}`)
}

/** Reports an error of this server to its owner, and responds with status 500. */
export function respondInternalError(world: World, thrown: unknown): PlainResponse {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  world.onInternalError(error)
  return toPlainResponse(world, { status: 500, body: { message: `Internal error: ${error.message}` } })
}

/** Adds the common headers, and writes the body as text. */
export function toPlainResponse(world: World, response: JsonResponse): PlainResponse {
  const { body, status } = response
  // One format of an error body is plain text.
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers: createHeaders(world, response), body: text }
}

function createHeaders(world: World, { headers }: JsonResponse): Readonly<Record<string, string>> {
  return { date: world.dateHeader(), 'content-type': 'application/json', ...headers }
}

function applyAssumptions(response: JsonResponse, format: ResponseFormat, assumptions: Assumptions): JsonResponse {
  if (response.status < 400) return format.success(response, assumptions)

  const status = format.errorStatus(response.status, assumptions)
  const errorBody = format.errorBody(assumptions)
  if (errorBody === 'message') return withStatus(response, status)

  const message = hasMember(response.body, 'message') ? String(response.body.message) : ''
  const { contentType, createBody } = errorFormats[errorBody]
  return { status, headers: { ...response.headers, 'content-type': contentType }, body: createBody(message, status) }
}

interface ErrorFormat {
  readonly contentType: string
  readonly createBody: (message: string, status: number) => unknown
}

const errorFormats: Readonly<Record<Exclude<ErrorBody, 'message'>, ErrorFormat>> = {
  error: { contentType: 'application/json', createBody: (message) => ({ error: message }) },
  nested: { contentType: 'application/json', createBody: (message, status) => ({ error: { code: status, message } }) },
  // RFC 9457.
  problem: {
    contentType: 'application/problem+json',
    createBody: (message, status) => ({ type: 'about:blank', title: message, status, detail: message }),
  },
  text: { contentType: 'text/plain; charset=utf-8', createBody: (message) => message },
}

/** Creates a function that returns the current time as a `Date` header. It formats the time at most once per second. */
export function createDateHeader(now: () => number): () => string {
  let formattedSecond = Number.NaN
  let text = ''

  return () => {
    const second = Math.floor(now() / 1000)
    if (second !== formattedSecond) {
      formattedSecond = second
      text = formatHttpDate(second * 1000)
    }
    return text
  }
}
