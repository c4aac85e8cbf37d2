import type { OperationId, operations } from '@wfhost/openapi'
import { validateRequestBody } from '@wfhost/openapi/validators'
import { formatPath } from '@wfhost/wire/messages'
import { foreignTo } from '../../schema/check.ts'
import { type JsonObject, whyNotJson } from '../json.ts'
import { type PlainRequest, Refusal, refuse } from './plain-exchange.ts'

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

// A deeper body would overflow the stack of recursive functions.
const deepestNesting = 500

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

/** Why the document does not allow the body of a request; undefined if it does, or if the operation takes none. */
export function findBodyProblem(operation: OperationId, request: Pick<PlainRequest, 'body' | 'header'>): string | undefined {
  try {
    if (hasBody(operation)) readBody({ ...request, unreadable: false }, operation)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return String(Object(error.answer.body).message)
    throw error
  }
}

export function refuseProblems(messages: readonly string[]): Refusal {
  const more = messages.length > shownProblems ? [`and ${messages.length - shownProblems} more`] : []
  return refuse(400, [...messages.slice(0, shownProblems), ...more].join('; '))
}

function parse(text: string, request: Pick<PlainRequest, 'header'>): unknown {
  const body = parseJson(text, request)
  // Each level takes two characters.
  if (text.length > 2 * deepestNesting && isDeeper(body, deepestNesting))
    throw refuse(400, `body: expected at most ${deepestNesting} levels, found more`)
  // Only such a number can be more than JavaScript holds.
  const [tooLarge] = /[eE]\+?\d{3}|\d{200}/.test(text) ? foreignTo(body, []) : []
  if (tooLarge !== undefined)
    throw refuse(400, `${formatPath(tooLarge.path) || 'body'}: expected a number up to 1.8e308, found a larger one`)
  return body
}

function parseJson(text: string, request: Pick<PlainRequest, 'header'>): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const encoding = request.header('content-encoding') ?? 'identity'
    if (encoding !== 'identity') throw refuse(400, `header Content-Encoding: expected none, found ${encoding}`)
    throw refuse(400, `body: expected JSON, found ${whyNotJson(error)}`)
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1))
}
