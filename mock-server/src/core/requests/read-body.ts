import { formatPath } from '@wfhost/internal/messages'
import { type OperationId, operationTable } from '@wfhost/openapi'
import { validateRequestBody } from '@wfhost/openapi/validators'
import { findNonJsonValues } from '../../schema/check.ts'
import { deepestNesting, describeJsonError, isTooDeep } from '../json.ts'
import { createRefusal, type PlainRequest, Refusal } from './plain-exchange.ts'

type OperationTable = typeof operationTable

type OperationWithBody = { [Id in OperationId]: OperationTable[Id]['hasBody'] extends true ? Id : never }[OperationId]

export function takesBody(operation: OperationId): operation is OperationWithBody {
  return operationTable[operation].hasBody
}

type RequestHeaders = Pick<PlainRequest, 'header'>

/**
 * Reads the JSON body of a request, and validates it with the schema of its operation in the API document.
 *
 * @typeParam Body - The type of a body that is as documented for the operation.
 * @param redact - Removes keys from a text, because the messages quote values of the body.
 * @throws {Refusal} 400 with the path of each problem if the body is not as documented (RUN-MALFORMED).
 */
export function readBody<Body>(
  request: Pick<PlainRequest, 'body' | 'header' | 'isBodyInvalidUtf8'>,
  operationId: OperationWithBody,
  redact: (text: string) => string,
): Body {
  checkContentType(request)

  // A body that is not UTF-8 is usually compressed. Compressed bodies get their own message.
  if (request.isBodyInvalidUtf8) {
    throw findEncodingRefusal(request) ?? createRefusal(400, 'body: expected JSON, found a body that cannot be read')
  }

  // A missing body is refused like an empty text, which is not JSON.
  const text = request.body ?? ''
  const body = parseBody(text, request)

  // A schema cannot detect nesting that overflows the stack, or numbers such as 1e400 that become Infinity.
  checkDepth(body, text)
  checkNumbers(body, text)

  const problems = validateRequestBody(operationId, body, { redact })
  if (problems.length > 0) throw createValidationRefusal(problems.map(({ message }) => message))

  // The validators have just checked the type.
  return body as Body
}

/** Returns why the API document does not allow the body of a request, or undefined if it allows the body. */
export function findBodyProblem(
  operation: OperationId,
  request: Pick<PlainRequest, 'body' | 'header'>,
  redact: (text: string) => string,
): string | undefined {
  if (!takesBody(operation)) return undefined
  try {
    readBody({ body: request.body, header: request.header, isBodyInvalidUtf8: false }, operation, redact)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return String(Object(error.response.body).message)
    throw error
  }
}

const maxListedProblems = 10

/** Creates a 400 response that lists the first problems. */
export function createValidationRefusal(problems: readonly string[]): Refusal {
  const listed = problems.slice(0, maxListedProblems)
  if (problems.length > maxListedProblems) listed.push(`and ${problems.length - maxListedProblems} more`)
  return createRefusal(400, listed.join('; '))
}

function checkContentType(request: RequestHeaders): void {
  const contentType = request.header('content-type')
  if (contentType !== undefined && /^application\/json\s*(;|$)/i.test(contentType)) return
  throw createRefusal(400, `header Content-Type: expected application/json, found ${contentType ?? 'nothing'}`)
}

function parseBody(text: string, request: RequestHeaders): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw findEncodingRefusal(request) ?? createRefusal(400, `body: expected JSON, found ${describeJsonError(error)}`)
  }
}

/** Creates a 400 response if the body cannot be read because it is compressed. Returns undefined if it is not compressed. */
function findEncodingRefusal(request: RequestHeaders): Refusal | undefined {
  const encoding = request.header('content-encoding') ?? 'identity'
  if (/^\s*(?:identity\s*)?$/i.test(encoding)) return undefined
  return createRefusal(400, `header Content-Encoding: expected none, found ${encoding}`)
}

/** Refuses a body that nests too deeply: recursive functions would overflow the stack. */
function checkDepth(body: unknown, text: string): void {
  // Each level takes at least two characters, so a shorter text needs no check.
  const canBeTooDeep = text.length > 2 * deepestNesting
  if (canBeTooDeep && isTooDeep(body)) throw createRefusal(400, `body: expected at most ${deepestNesting} levels, found more`)
}

/** Refuses a number that JavaScript parses as Infinity, which JSON cannot represent. */
function checkNumbers(body: unknown, text: string): void {
  // Only a number with a large exponent or many digits can be too large.
  const canBeTooLarge = /[eE]\+?\d{3}|\d{200}/.test(text)
  if (!canBeTooLarge) return

  const [tooLarge] = findNonJsonValues(body, [])
  if (tooLarge === undefined) return
  const path = formatPath(tooLarge.path) || 'body'
  throw createRefusal(400, `${path}: expected a number up to 1.8e308, found a larger one`)
}
