import type { Redact } from '@wfhost/internal/redacted-text'
import { type OperationId, operationTable } from '@wfhost/openapi'
import { validateResponse } from '@wfhost/openapi/validators'
import { describeUnreadJson, readJson } from '../core/json.ts'
import { matchPath, type PathMatch } from '../core/requests/paths.ts'
import { findBodyProblem } from '../core/requests/read-body.ts'
import { operations } from '../operations/operations.ts'
import type { Violation } from '../schema/guarded-exchange.ts'
import {
  addOpenQuestion,
  findQuestionOfKey,
  findQuestionOfPath,
  findQuestionOfRequestBody,
  findQuestionOfResponse,
} from './find-open-question.ts'

/** An exchange that passed the guard, decoded. */
export interface PassedExchange {
  /** Removes the credentials of the exchange from a text. */
  readonly redact: Redact
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
  readonly response: PassedResponse
}

interface PassedResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  readonly isUtf8: boolean
}

export interface CheckedExchange {
  readonly operation: OperationId | undefined
  readonly violations: readonly Violation[]
}

/**
 * Finds the operation of an exchange, and the first violation of the API document in its request and in its response. A message
 * also names the question that the source document leaves open, if the violation is about one.
 */
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
  const question = match === undefined ? findQuestionOfPath(method, path) : undefined
  const message = addOpenQuestion(`${method} ${path}: the document has ${reason}`, question)
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
  const hasSession = operations[operation].acceptsSession && headers.has('cookie')
  if (!hasKey && !hasSession) {
    const found = authorization === null ? 'nothing' : 'something else'
    return addOpenQuestion(`header Authorization: expected Bearer and a key, found ${found}`, findQuestionOfKey(operation))
  }

  const problem = findBodyProblem(operation, { body, header: (name) => headers.get(name) ?? undefined }, redact)
  return problem === undefined ? undefined : addOpenQuestion(problem, findQuestionOfRequestBody(operation))
}

function findResponseProblem(operation: OperationId, exchange: PassedExchange): string | undefined {
  const { body: requestBody, redact, response } = exchange
  const { headers, status } = response
  const body = response.isUtf8 ? readJson(response.body) : undefined

  const [problem] = validateResponse(operation, { status, headers, body }, { redact })
  if (problem !== undefined) {
    const hasUnreadBody = problem.path === 'body' && body === undefined
    const message = hasUnreadBody ? describeUnreadBody(response) : problem.message
    return addOpenQuestion(message, findQuestionOfResponse({ operation, status, path: problem.path, body }))
  }

  const { findProblem } = operations[operation]
  return findProblem?.({ requestBody, status, text: response.body, body, redact })
}

/** Explains why a body has no JSON value that could be compared with the document. */
function describeUnreadBody({ body, isUtf8 }: PassedResponse): string {
  if (!isUtf8) return 'body: expected JSON in UTF-8, found other bytes'
  if (body === '') return 'body: expected JSON, found nothing'
  return `body: expected ${describeUnreadJson(body)}`
}
