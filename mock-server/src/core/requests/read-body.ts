import type { OperationId, operations } from '@wfhost/openapi'
import { validateRequestBody } from '@wfhost/openapi/validators'
import { formatPath } from '@wfhost/wire/messages'
import type { JsonObject } from '../json.ts'
import { describeJsonFault } from './json-fault.ts'
import { type PlainRequest, type Refusal, refuse } from './plain-exchange.ts'

/** An operation that takes a body. */
type OperationWithBody = {
  [Id in OperationId]: operations[Id] extends { readonly requestBody: object } ? Id : never
}[OperationId]

/** The types of valid bodies, by operation. */
export interface RequestBodies {
  readonly runPublishedWorkflow: {
    readonly args: readonly { readonly name: string; readonly value: JsonObject[string] }[]
    readonly mode?: 'sync' | 'async'
  }
  readonly executeTool: { readonly toolset: string; readonly tool: string; readonly arguments?: JsonObject }
}

const withBody: Readonly<Record<OperationWithBody, true>> = { runPublishedWorkflow: true, executeTool: true }

/** Whether an operation takes a body. */
export function hasBody(operation: OperationId): operation is OperationWithBody {
  return operation in withBody
}

const shownProblems = 10

/** Reads the JSON body of a request; 400 with the path if it is not as documented (RUN-MALFORMED). */
export function readBody<Id extends OperationWithBody>(
  request: Pick<PlainRequest, 'body' | 'header' | 'unreadable'>,
  operationId: Id,
): RequestBodies[Id] {
  const contentType = request.header('content-type')
  if (contentType === undefined || !/^application\/json\s*(;|$)/i.test(contentType)) {
    throw refuse(400, `header Content-Type: expected application/json, found ${contentType ?? 'nothing'}`)
  }
  if (request.unreadable) throw refuse(400, 'body: expected JSON, found a body that cannot be read')
  const body = parse(request.body ?? '', request)
  const problems = validateRequestBody(operationId, body)
  if (problems.length > 0) throw refuseProblems(problems.map(({ message }) => message))
  // The validators have just checked the type.
  return body as RequestBodies[Id]
}

/** A 400 that lists the problems, up to a readable number. */
export function refuseProblems(messages: readonly string[]): Refusal {
  const more = messages.length > shownProblems ? [`and ${messages.length - shownProblems} more`] : []
  return refuse(400, [...messages.slice(0, shownProblems), ...more].join('; '))
}

function parse(text: string, request: Pick<PlainRequest, 'header'>): unknown {
  if (nestsTooDeep(text)) throw refuse(400, `body: expected at most ${deepestNesting} levels, found more`)
  const body = parseJson(text, request)
  // Only such a number can be more than JavaScript holds.
  const tooLarge = /[eE]\+?\d{3}|\d{200}/.test(text) ? findInfinity(body, []) : undefined
  if (tooLarge !== undefined) throw refuse(400, `${tooLarge}: expected a number up to 1.8e308, found a larger one`)
  return body
}

function parseJson(text: string, request: Pick<PlainRequest, 'header'>): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const encoding = request.header('content-encoding') ?? 'identity'
    if (encoding !== 'identity') throw refuse(400, `header Content-Encoding: expected none, found ${encoding}`)
    throw refuse(400, `body: expected JSON, ${describeJsonFault(text)}`)
  }
}

/** The path of the first number in a body that JSON.parse has made infinite. */
function findInfinity(value: unknown, path: readonly (string | number)[]): string | undefined {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return formatPath(path) || 'body'
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    const found = findInfinity(member, [...path, Array.isArray(value) ? Number(name) : name])
    if (found !== undefined) return found
  }
  return undefined
}

/** The maximum depth of a body; a deeper one would overflow the stack of recursive functions. */
export const deepestNesting = 500

/** Whether the arrays and objects of a JSON text are nested too deeply. */
export function nestsTooDeep(text: string): boolean {
  // Each level takes two characters.
  if (text.length <= 2 * deepestNesting) return false
  let depth = 0
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position)
    if (code === quote) position = endOfString(text, position)
    else if (code === openArray || code === openObject) depth += 1
    else if (code === closeArray || code === closeObject) depth -= 1
    if (depth > deepestNesting) return true
  }
  return false
}

const quote = 0x22
const backslash = 0x5c
const openArray = 0x5b
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** The end of the string that starts at a position. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return text.length
}
