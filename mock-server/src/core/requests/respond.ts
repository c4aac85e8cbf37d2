import { formatHttpDate } from '@wfhost/internal/retry-after'
import type { OperationId } from '@wfhost/openapi'
import { validateResponse } from '@wfhost/openapi/validators'
import type { Assumptions, ErrorBody } from '../../schema/assumptions.ts'
import type { World } from '../world/world.ts'
import type { JsonResponse, PlainResponse } from './plain-exchange.ts'

/**
 * Writes the response of an operation in the format of the assumptions, and validates it against the API document.
 *
 * @throws {Error} if the API document does not allow the response: that is a bug of this server.
 */
export function respond(world: World, operationId: OperationId, response: JsonResponse): PlainResponse {
  const formatted = applyAssumptions(response, operationId, world.assumptions)
  const plain = toPlainResponse(world, formatted)

  // The formats of the assumptions are not in the document, so the original response is validated.
  const headers = formatted === response ? plain.headers : createHeaders(world, response)
  const get = (name: string): string | null => headers[name.toLowerCase()] ?? null
  const problems = validateResponse(operationId, { status: response.status, headers: { get }, body: response.body })
  if (problems.length === 0) return plain

  const reasons = problems.map(({ message }) => message).join('; ')
  throw new Error(`The answer ${response.status} of ${operationId} is not as the document says: ${reasons}`)
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

/** How the assumptions change the responses of an operation, where the source document shows no format. */
interface ResponseFormat {
  /** Formats a successful response. Returns the same object if the assumptions change nothing. */
  readonly success: (response: JsonResponse, assumptions: Assumptions) => JsonResponse
  readonly errorStatus: (status: number, assumptions: Assumptions) => number
  readonly errorBody: (assumptions: Assumptions) => ErrorBody
}

const manifestFormat: ResponseFormat = {
  success: formatManifest,
  errorStatus: (status) => status,
  errorBody: ({ registryErrorBody }) => registryErrorBody,
}

const responseFormats: Readonly<Record<OperationId, ResponseFormat>> = {
  runPublishedWorkflow: {
    success: formatRun,
    errorStatus: (status, { syncTimeoutStatus }) => (status === 504 ? syncTimeoutStatus : status),
    errorBody: ({ runErrorBody }) => runErrorBody,
  },
  getPublicManifest: manifestFormat,
  getOrganizationManifest: {
    ...manifestFormat,
    errorStatus: (status, { foreignOrganizationStatus }) => (status === 403 ? foreignOrganizationStatus : status),
  },
  executeTool: {
    success: formatExecution,
    errorStatus: getExecutionErrorStatus,
    errorBody: ({ registryErrorBody }) => registryErrorBody,
  },
}

function applyAssumptions(response: JsonResponse, operationId: OperationId, assumptions: Assumptions): JsonResponse {
  const format = responseFormats[operationId]
  if (response.status < 400) return format.success(response, assumptions)

  const status = format.errorStatus(response.status, assumptions)
  const errorBody = format.errorBody(assumptions)
  if (errorBody === 'message') return withStatus(response, status)

  const message = hasMember(response.body, 'message') ? String(response.body.message) : ''
  const { contentType, createBody } = errorFormats[errorBody]
  return { status, headers: { ...response.headers, 'content-type': contentType }, body: createBody(message, status) }
}

/** Formats the response to a run: the result of a sync run, or the ID of an async run. */
function formatRun(response: JsonResponse, assumptions: Assumptions): JsonResponse {
  const { asyncStatus, failedRunStatus, runIdField, runIdType } = assumptions
  const { body } = response

  const isAsyncStart = hasMember(body, 'runId') && !hasMember(body, 'status')
  if (!isAsyncStart) return withStatus(response, hasMember(body, 'error') ? failedRunStatus : 200)

  const isUnchanged = asyncStatus === response.status && runIdField === 'runId' && runIdType === 'string'
  if (isUnchanged) return response

  const runId = runIdType === 'number' ? Number(body.runId) : body.runId
  return { ...response, status: asyncStatus, body: { [runIdField]: runId } }
}

function formatManifest(response: JsonResponse, { manifestBody }: Assumptions): JsonResponse {
  const { body } = response
  if (manifestBody === 'wrapped') return { ...response, body: { data: body } }
  if (manifestBody === 'camel-case' || !hasMember(body, 'executeUrl') || !hasMember(body, 'toolsets')) return response
  return { ...response, body: { execute_url: body.executeUrl, tool_sets: body.toolsets } }
}

function formatExecution(response: JsonResponse, { failedExecutionStatus }: Assumptions): JsonResponse {
  const hasFailed = hasMember(response.body, 'error')
  return withStatus(response, hasFailed ? failedExecutionStatus : 200)
}

function getExecutionErrorStatus(status: number, { emptyBalanceStatus, unknownToolStatus }: Assumptions): number {
  if (status === 402) return emptyBalanceStatus
  if (status === 404) return unknownToolStatus
  return status
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

function withStatus(response: JsonResponse, status: number): JsonResponse {
  return status === response.status ? response : { ...response, status }
}

function hasMember<Name extends string>(value: unknown, name: Name): value is Readonly<Record<Name, unknown>> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
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
