import type { OperationId, operations } from '@wfhost/openapi'
import { validateRequestBody } from '@wfhost/openapi/validators'
import { formatPath } from '@wfhost/wire/messages'
import type { JsonObject } from '../json.ts'
import { type PlainRequest, type Refusal, refuse } from './plain-exchange.ts'

type OperationWithBody = {
  [Id in OperationId]: operations[Id] extends { readonly requestBody: object } ? Id : never
}[OperationId]

export interface RequestBodies {
  readonly runPublishedWorkflow: {
    readonly args: readonly { readonly name: string; readonly value: JsonObject[string] }[]
    readonly mode?: 'sync' | 'async'
  }
  readonly executeTool: { readonly toolset: string; readonly tool: string; readonly arguments?: JsonObject }
}

const withBody: Readonly<Record<OperationWithBody, true>> = { runPublishedWorkflow: true, executeTool: true }

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
const deepestNesting = 500

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

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing'

/**
 * Describes where a text that `JSON.parse` has refused stops being JSON. Unlike the messages of `JSON.parse`, the text is
 * the same on every engine.
 */
export function describeJsonFault(text: string): string {
  const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y
  const open: string[] = []
  let expected: Expected = 'value'
  for (let position = afterSpace(text, 0); position < text.length; position = afterSpace(text, position)) {
    const mark = text.charAt(position)
    const next = afterToken({ mark, expected, open })
    const end = endOfToken(text, { literal, position })
    if (next === undefined || end === undefined)
      return `found ${JSON.stringify(wholeCharacter(text, position))} at position ${position}`
    expected = next
    position = end
  }
  return text.trim() === '' ? 'found nothing' : 'found text that ends early'
}

function afterToken(token: {
  readonly mark: string
  readonly expected: Expected
  readonly open: string[]
}): Expected | undefined {
  const { expected, mark, open } = token
  const inside = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end')
  if (mark === ':') return expected === 'colon' ? 'value' : undefined
  if (mark === ',') {
    if (expected !== 'comma or end') return undefined
    return open.at(-1) === '{' ? 'name' : 'value'
  }
  if (mark === ']' || mark === '}') {
    if (!expected.endsWith('or end') || open.pop() !== (mark === ']' ? '[' : '{')) return undefined
    return inside()
  }
  if (expected === 'name' || expected === 'name or end') return mark === '"' ? 'colon' : undefined
  if (expected !== 'value' && expected !== 'value or end') return undefined
  if (mark !== '[' && mark !== '{') return inside()
  open.push(mark)
  return mark === '{' ? 'name or end' : 'value or end'
}

/** The end of the token at a position; undefined if there is none. An unterminated string ends with the text. */
function endOfToken(text: string, at: { readonly literal: RegExp; readonly position: number }): number | undefined {
  const { literal, position } = at
  const mark = text.charAt(position)
  if ('[]{},:'.includes(mark)) return position + 1
  if (mark === '"') return endOfQuoted(text, position + 1)
  literal.lastIndex = position
  return literal.test(text) ? literal.lastIndex : undefined
}

function endOfQuoted(text: string, start: number): number | undefined {
  const sequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}|$)/y
  for (let position = start; position < text.length; position += 1) {
    const character = text.charAt(position)
    if (character === '"') return position + 1
    if (character < ' ') return undefined
    if (character !== '\\') continue
    sequence.lastIndex = position
    if (!sequence.test(text)) return undefined
    position = sequence.lastIndex - 1
  }
  return text.length
}

function afterSpace(text: string, start: number): number {
  let position = start
  while (position < text.length && ' \t\n\r'.includes(text.charAt(position))) position += 1
  return position
}

function wholeCharacter(text: string, position: number): string {
  return String.fromCodePoint(text.codePointAt(position) ?? 0xfffd)
}
