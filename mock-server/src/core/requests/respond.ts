import type { OperationId } from '@wfhost/openapi'
import { validateResponse } from '@wfhost/openapi/validators'
import type { ErrorBody, Profile } from '../profile.ts'
import type { World } from '../world/world.ts'
import type { Answer, PlainResponse } from './plain-exchange.ts'

/** Creates the response of an operation, in the format of the profile and checked against the document. */
export function respond(
  world: World,
  { answer, operationId }: { readonly answer: Answer; readonly operationId: OperationId },
): PlainResponse {
  const presented = present(answer, { operationId, profile: world.profile })
  const response = toResponse(world, presented)
  const headers = presented === answer ? response.headers : headersOf(world, answer)
  const get = (name: string): string | null => headers[name.toLowerCase()] ?? null
  const problems = validateResponse(operationId, { status: answer.status, headers: { get }, body: answer.body })
  if (problems.length === 0) return response
  const found = problems.map(({ message }) => message).join('; ')
  throw new Error(`The answer ${answer.status} of ${operationId} is not as the document says: ${found}`)
}

/** Reports an internal error, and responds with 500. */
export function respondInternalError(world: World, error: unknown): PlainResponse {
  const internal = error instanceof Error ? error : new Error(String(error))
  world.onInternalError(internal)
  return toResponse(world, { status: 500, body: { message: `Internal error: ${internal.message}` } })
}

/** Converts an answer to a response. */
export function toResponse(world: World, answer: Answer): PlainResponse {
  const { body, status } = answer
  // One of the formats of an error body is plain text.
  return { status, headers: headersOf(world, answer), body: typeof body === 'string' ? body : JSON.stringify(body) }
}

function headersOf(world: World, { headers }: Answer): Readonly<Record<string, string>> {
  return { date: world.dateHeader(), 'content-type': 'application/json', ...headers }
}

/**
 * Gives an answer, which is as the document has it, the form that a profile chooses where the source document shows
 * none. The same object comes back where the profile changes nothing.
 */
export function present(answer: Answer, by: { readonly operationId: OperationId; readonly profile: Profile }): Answer {
  const { operationId, profile } = by
  if (answer.status >= 400) return presentError(answer, by)
  const { body } = answer
  if (operationId === 'runPublishedWorkflow') {
    if (has(body, 'runId') && !has(body, 'status')) return presentStarted(body.runId, { answer, profile })
    return withStatus(answer, has(body, 'error') ? profile.failedRunStatus : 200)
  }
  if (operationId === 'executeTool') return withStatus(answer, has(body, 'error') ? profile.failedExecutionStatus : 200)
  return presentManifest(answer, profile)
}

function presentStarted(runId: unknown, { answer, profile }: { readonly answer: Answer; readonly profile: Profile }): Answer {
  const { asyncStatus, runIdField, runIdType } = profile
  if (asyncStatus === answer.status && runIdField === 'runId' && runIdType === 'string') return answer
  return { ...answer, status: asyncStatus, body: { [runIdField]: runIdType === 'number' ? Number(runId) : runId } }
}

function presentManifest(answer: Answer, { manifestBody }: Profile): Answer {
  if (manifestBody === 'camel-case') return answer
  if (manifestBody === 'wrapped') return { ...answer, body: { data: answer.body } }
  const { executeUrl, toolsets } = Object(answer.body)
  return { ...answer, body: { execute_url: executeUrl, tool_sets: toolsets } }
}

function presentError(answer: Answer, by: { readonly operationId: OperationId; readonly profile: Profile }): Answer {
  const { operationId, profile } = by
  const status = statusOf(answer.status, by)
  const form = operationId === 'runPublishedWorkflow' ? profile.runErrorBody : profile.registryErrorBody
  if (form === 'message') return withStatus(answer, status)
  const message = has(answer.body, 'message') ? String(answer.body.message) : ''
  const headers = { ...answer.headers, 'content-type': contentTypes[form] }
  return { status, headers, body: errorBody(form, { message, status }) }
}

function statusOf(status: number, by: { readonly operationId: OperationId; readonly profile: Profile }): number {
  const { operationId, profile } = by
  if (status === 504) return profile.syncTimeoutStatus
  if (status === 402) return profile.emptyBalanceStatus
  if (status === 404 && operationId === 'executeTool') return profile.unknownToolStatus
  if (status === 403 && operationId === 'getOrganizationManifest') return profile.foreignOrganizationStatus
  return status
}

const contentTypes: Readonly<Record<Exclude<ErrorBody, 'message'>, string>> = {
  error: 'application/json',
  nested: 'application/json',
  problem: 'application/problem+json',
  text: 'text/plain; charset=utf-8',
}

function errorBody(
  form: Exclude<ErrorBody, 'message'>,
  { message, status }: { readonly message: string; readonly status: number },
): unknown {
  if (form === 'error') return { error: message }
  if (form === 'nested') return { error: { code: status, message } }
  if (form === 'problem') return { type: 'about:blank', title: message, status, detail: message }
  return message
}

function withStatus(answer: Answer, status: number): Answer {
  return status === answer.status ? answer : { ...answer, status }
}

function has<Name extends string>(value: unknown, name: Name): value is Readonly<Record<Name, unknown>> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
}

/** Formats a time as an HTTP date (RFC 9110, section 5.6.7), rounded down to seconds. */
export function httpDate(instant: number): string {
  return new Date(instant).toUTCString()
}

/** Creates a function that formats the time of a clock, at most once per second. */
export function createDateHeader(now: () => number): () => string {
  let second = Number.NaN
  let text = ''
  return () => {
    const current = Math.floor(now() / 1000)
    if (current !== second) {
      second = current
      text = httpDate(current * 1000)
    }
    return text
  }
}
