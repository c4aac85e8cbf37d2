import { describeValue, type Redact } from '@wfhost/internal/redacted-text'
import { type OperationId, operationTable } from '@wfhost/openapi'
import { validateResponse, validateSchema } from '@wfhost/openapi/validators'
import { readJson } from '../core/json.ts'
import { matchPath, type PathMatch } from '../core/requests/paths.ts'
import { findBodyProblem } from '../core/requests/read-body.ts'
import type { Violation } from '../schema/guarded-exchange.ts'

/** An exchange that passed the guard, decoded. */
export interface PassedExchange {
  /** Removes the credentials of the exchange from a text. */
  readonly redact: Redact
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
  readonly response: { readonly status: number; readonly headers: Headers; readonly body: string }
}

export interface CheckedExchange {
  readonly operation: OperationId | undefined
  readonly violations: readonly Violation[]
}

/** Finds the operation of an exchange, and the first violation of the API document in its request and in its response. */
export function checkExchange(number: number, exchange: PassedExchange): CheckedExchange {
  const match = matchPath(exchange.path)
  const operation = match?.operationId
  if (operation === undefined || operationTable[operation].method !== exchange.method) {
    return checkUnknownOperation(number, exchange, match)
  }

  const subject = describeSubject(number, operation, match)
  const violations: Violation[] = []
  const requestProblem = findRequestProblem(operation, exchange)
  if (requestProblem !== undefined) violations.push({ ...subject, direction: 'request', message: requestProblem })
  const responseProblem = findResponseProblem(operation, exchange)
  if (responseProblem !== undefined) violations.push({ ...subject, direction: 'response', message: responseProblem })
  return { operation, violations }
}

/** Reports a request whose path or method the API document does not have. */
function checkUnknownOperation(number: number, exchange: PassedExchange, match: PathMatch | undefined): CheckedExchange {
  const { headers, method, path } = exchange
  // Browsers send a CORS preflight before a request of a page. It does not belong to the API.
  const isPreflight = method === 'OPTIONS' && headers.has('access-control-request-method')
  if (isPreflight) return { operation: undefined, violations: [] }

  const reason = match === undefined ? 'no such operation' : `it with ${operationTable[match.operationId].method}`
  const message = `${method} ${path}: the document has ${reason}`
  return { operation: undefined, violations: [{ ...describeSubject(number, undefined, match), direction: 'request', message }] }
}

function describeSubject(
  number: number,
  operation: OperationId | undefined,
  match: PathMatch | undefined,
): Pick<Violation, 'request' | 'operation' | 'flowId'> {
  const flowId = match?.parameters.get('flowId')
  return flowId === undefined ? { request: number, operation } : { request: number, operation, flowId }
}

function findRequestProblem(operation: OperationId, { body, headers, redact }: PassedExchange): string | undefined {
  const authorization = headers.get('authorization')
  const hasKey = authorization !== null && /^bearer +\S+$/i.test(authorization)
  const hasSession = additionalChecks[operation].acceptsSession && headers.has('cookie')
  if (!hasKey && !hasSession) {
    const found = authorization === null ? 'nothing' : 'something else'
    return `header Authorization: expected Bearer and a key, found ${found}`
  }
  return findBodyProblem(operation, { body, header: (name) => headers.get(name) ?? undefined }, redact)
}

function findResponseProblem(operation: OperationId, exchange: PassedExchange): string | undefined {
  const { body: requestBody, redact, response } = exchange
  const { headers, status } = response
  const body = readJson(response.body)

  const [problem] = validateResponse(operation, { status, headers, body }, { redact })
  if (problem !== undefined) return problem.message

  const { findProblem } = additionalChecks[operation]
  return findProblem?.({ requestBody, status, text: response.body, body, redact })
}

/** The rules for an operation that the API document describes in words, but in no schema. */
interface AdditionalChecks {
  /** Whether a client can send the cookie of a console session instead of a key. */
  readonly acceptsSession: boolean
  readonly findProblem?: (response: ParsedResponse) => string | undefined
}

interface ParsedResponse {
  readonly redact: Redact
  readonly requestBody: string
  readonly status: number
  readonly text: string
  /** The body as JSON; undefined if it is not JSON. */
  readonly body: unknown
}

const additionalChecks: Readonly<Record<OperationId, AdditionalChecks>> = {
  runPublishedWorkflow: { acceptsSession: false, findProblem: findRunProblem },
  getPublicManifest: { acceptsSession: false, findProblem: findManifestProblem },
  getOrganizationManifest: { acceptsSession: true, findProblem: findManifestProblem },
  executeTool: { acceptsSession: false },
}

/** Checks the message of a refused manifest. The source document does not show which member contains it (MAN-EMPTY). */
function findManifestProblem({ status, text }: ParsedResponse): string | undefined {
  if (status !== 400 || text.includes('No published toolsets')) return undefined
  return 'body: expected the message "No published toolsets", found another one'
}

/**
 * Checks that a response fits the mode of its request. The schema cannot: it accepts any object as the response to an async
 * start, because the source document does not show the field of the run ID (RUN-ID-FIELD).
 */
function findRunProblem({ body, redact, requestBody, status: httpStatus }: ParsedResponse): string | undefined {
  if (httpStatus !== 200) return undefined

  const { mode } = Object(readJson(requestBody))
  const { status, stepOutputs } = Object(body)
  const isResult = status === 'success' || status === 'failed'
  const hasSteps = stepOutputs !== undefined

  if (mode === 'async' && isResult && hasSteps) {
    return 'body: expected a run that has started, found the result of one'
  }
  if (mode !== 'sync' && !hasSteps) return undefined
  if (!isResult) return `status: expected one of success, failed, found ${describeValue(status, redact)}`

  const [problem] = validateSchema(status === 'success' ? 'RunSucceeded' : 'RunFailed', body, { redact })
  return problem?.message
}
