import { excerpt, withoutSecrets } from '@wfhost/internal/redacted-text'
import { formatHttpDate } from '@wfhost/internal/retry-after'
import type { OperationId } from '@wfhost/openapi'
import { validateResponse } from '@wfhost/openapi/validators'
import type { Assumptions, ErrorBody } from '../../schema/assumptions.ts'
import { readJson } from '../json.ts'
import type { World } from '../world/world.ts'
import type { Answer, PlainResponse } from './plain-exchange.ts'

/** Creates the response of an operation, in the format of the assumptions, and checked against the document. */
export function respond(world: World, operationId: OperationId, answer: Answer): PlainResponse {
  const presented = present(answer, operationId, world.assumptions)
  const response = toResponse(world, presented)
  const headers = presented === answer ? response.headers : headersOf(world, answer)
  const get = (name: string): string | null => headers[name.toLowerCase()] ?? null
  const problems = validateResponse(operationId, { status: answer.status, headers: { get }, body: answer.body })
  if (problems.length === 0) return response
  const found = problems.map(({ message }) => message).join('; ')
  throw new Error(`The answer ${answer.status} of ${operationId} is not as the document says: ${found}`)
}

export function respondInternalError(world: World, error: unknown): PlainResponse {
  const internal = error instanceof Error ? error : new Error(String(error))
  world.onInternalError(internal)
  return toResponse(world, { status: 500, body: { message: `Internal error: ${internal.message}` } })
}

export function toResponse(world: World, answer: Answer): PlainResponse {
  const { body, status } = answer
  // One of the formats of an error body is plain text.
  return { status, headers: headersOf(world, answer), body: typeof body === 'string' ? body : JSON.stringify(body) }
}

function headersOf(world: World, { headers }: Answer): Readonly<Record<string, string>> {
  return { date: world.dateHeader(), 'content-type': 'application/json', ...headers }
}

/** How the assumptions present the answers of an operation, where the source document shows no format. */
interface Presentation {
  /** Presents a success; the same object if the assumptions change nothing. */
  readonly success: (answer: Answer, assumptions: Assumptions) => Answer
  readonly errorStatus: (status: number, assumptions: Assumptions) => number
  readonly errorBody: (assumptions: Assumptions) => ErrorBody
}

const manifestPresentation: Presentation = {
  success: presentManifest,
  errorStatus: (status) => status,
  errorBody: ({ registryErrorBody }) => registryErrorBody,
}

const presentations: Readonly<Record<OperationId, Presentation>> = {
  runPublishedWorkflow: {
    success: presentRun,
    errorStatus: (status, { syncTimeoutStatus }) => (status === 504 ? syncTimeoutStatus : status),
    errorBody: ({ runErrorBody }) => runErrorBody,
  },
  getPublicManifest: manifestPresentation,
  getOrganizationManifest: {
    ...manifestPresentation,
    errorStatus: (status, { foreignOrganizationStatus }) => (status === 403 ? foreignOrganizationStatus : status),
  },
  executeTool: {
    success: (answer, { failedExecutionStatus }) =>
      withStatus(answer, hasMember(answer.body, 'error') ? failedExecutionStatus : 200),
    errorStatus: (status, { emptyBalanceStatus, unknownToolStatus }) =>
      status === 402 ? emptyBalanceStatus : status === 404 ? unknownToolStatus : status,
    errorBody: ({ registryErrorBody }) => registryErrorBody,
  },
}

function present(answer: Answer, operationId: OperationId, assumptions: Assumptions): Answer {
  const presentation = presentations[operationId]
  if (answer.status < 400) return presentation.success(answer, assumptions)
  const status = presentation.errorStatus(answer.status, assumptions)
  const format = presentation.errorBody(assumptions)
  if (format === 'message') return withStatus(answer, status)
  const message = hasMember(answer.body, 'message') ? String(answer.body.message) : ''
  const { contentType, body } = errorBodies[format]
  return { status, headers: { ...answer.headers, 'content-type': contentType }, body: body(message, status) }
}

function presentRun(answer: Answer, assumptions: Assumptions): Answer {
  const { asyncStatus, failedRunStatus, runIdField, runIdType } = assumptions
  const { body } = answer
  const isStarted = hasMember(body, 'runId') && !hasMember(body, 'status')
  if (!isStarted) return withStatus(answer, hasMember(body, 'error') ? failedRunStatus : 200)
  if (asyncStatus === answer.status && runIdField === 'runId' && runIdType === 'string') return answer
  const runId = runIdType === 'number' ? Number(body.runId) : body.runId
  return { ...answer, status: asyncStatus, body: { [runIdField]: runId } }
}

function presentManifest(answer: Answer, { manifestBody }: Assumptions): Answer {
  const { body } = answer
  if (manifestBody === 'wrapped') return { ...answer, body: { data: body } }
  if (manifestBody === 'camel-case' || !hasMember(body, 'executeUrl') || !hasMember(body, 'toolsets')) return answer
  return { ...answer, body: { execute_url: body.executeUrl, tool_sets: body.toolsets } }
}

interface ErrorFormat {
  readonly contentType: string
  readonly body: (message: string, status: number) => unknown
}

const errorBodies: Readonly<Record<Exclude<ErrorBody, 'message'>, ErrorFormat>> = {
  error: { contentType: 'application/json', body: (message) => ({ error: message }) },
  nested: { contentType: 'application/json', body: (message, status) => ({ error: { code: status, message } }) },
  problem: {
    contentType: 'application/problem+json',
    body: (message, status) => ({ type: 'about:blank', title: message, status, detail: message }),
  },
  text: { contentType: 'text/plain; charset=utf-8', body: (message) => message },
}

/** How much of a message is shown, in characters. */
const LONGEST_MESSAGE = 300

/** Returns the first line of the message of an error body in any format. The caller has removed all keys from the body. */
export function messageIn(body: string): string {
  const { detail, error, message } = Object(readJson(body))
  const found: unknown = [message, detail, error, Object(error).message, body].find((text) => typeof text === 'string')
  return excerpt(withoutSecrets(String(found).trim().split('\n')[0] ?? ''), LONGEST_MESSAGE)
}

function withStatus(answer: Answer, status: number): Answer {
  return status === answer.status ? answer : { ...answer, status }
}

function hasMember<Name extends string>(value: unknown, name: Name): value is Readonly<Record<Name, unknown>> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
}

/** Creates a function that formats the time of a clock, at most once per second. */
export function createDateHeader(now: () => number): () => string {
  let second = Number.NaN
  let text = ''
  return () => {
    const current = Math.floor(now() / 1000)
    if (current !== second) {
      second = current
      text = formatHttpDate(current * 1000)
    }
    return text
  }
}
