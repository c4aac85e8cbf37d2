import { describeValue, type Redact } from '@wfhost/internal/redacted-text'
import { type OperationId, operationTable } from '@wfhost/openapi'
import { type ValidationProblem, validateResponse, validateSchema } from '@wfhost/openapi/validators'
import { readJson } from '../core/json.ts'
import { matchPath } from '../core/requests/paths.ts'
import { findBodyProblem } from '../core/requests/read-body.ts'
import type { Violation } from '../schema/guarded-exchange.ts'

export interface PassedExchange {
  /** Removes the credentials of the exchange from a text. */
  readonly redact: Redact
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
  readonly answer: { readonly status: number; readonly headers: Headers; readonly body: string }
}

/** What the document says about an exchange: its operation, and the first violation of the request and of the response. */
export function checkExchange(
  number: number,
  exchange: PassedExchange,
): { readonly operation: OperationId | undefined; readonly violations: readonly Violation[] } {
  const { method, path } = exchange
  const match = matchPath(path)
  const operation = match !== undefined && operationTable[match.operationId].method === method ? match.operationId : undefined
  const flowId = match?.parameters.get('flowId')
  const about = { request: number, operation, ...(flowId === undefined ? {} : { flowId }) }
  if (operation === undefined) {
    // A page asks for permission with a request of its own, which is no call.
    if (method === 'OPTIONS' && exchange.headers.has('access-control-request-method')) return { operation, violations: [] }
    const known = match && operationTable[match.operationId].method
    const message = `${method} ${path}: the document has ${known === undefined ? 'no such operation' : `it with ${known}`}`
    return { operation, violations: [{ ...about, direction: 'request', message }] }
  }
  const ofRequest = findRequestProblem(operation, exchange)
  const ofAnswer = findAnswerProblem(operation, exchange)
  return {
    operation,
    violations: [
      ...(ofRequest === undefined ? [] : [{ ...about, direction: 'request' as const, message: ofRequest }]),
      ...(ofAnswer === undefined ? [] : [{ ...about, direction: 'response' as const, message: ofAnswer }]),
    ],
  }
}

function findRequestProblem(operation: OperationId, { body, headers, redact }: PassedExchange): string | undefined {
  const authorization = headers.get('authorization')
  const hasSession = ownChecks[operation].takesSession && headers.has('cookie')
  if (!/^bearer +\S+$/i.test(authorization ?? '') && !hasSession) {
    return `header Authorization: expected Bearer and a key, found ${authorization === null ? 'nothing' : 'something else'}`
  }
  return findBodyProblem(operation, { body, header: (name) => headers.get(name) ?? undefined }, redact)
}

function findAnswerProblem(operation: OperationId, { answer, body: sent, redact }: PassedExchange): string | undefined {
  const { body: text, headers, status } = answer
  const body = readJson(text)
  const [problem] = validateResponse(operation, { status, headers, body }, { redact })
  if (problem !== undefined) return problem.message

  return ownChecks[operation].findProblem?.({ sent, status, text, body, redact })
}

/** What the document says of an operation that no schema of it says. */
interface OwnChecks {
  /** Whether the cookie of a console session may come instead of a key. */
  readonly takesSession: boolean
  readonly findProblem?: (answer: ReadAnswer) => string | undefined
}

interface ReadAnswer {
  readonly redact: Redact
  readonly sent: string
  readonly status: number
  readonly text: string
  readonly body: unknown
}

const ownChecks: Readonly<Record<OperationId, OwnChecks>> = {
  runPublishedWorkflow: {
    takesSession: false,
    findProblem: ({ body, redact, sent, status }) =>
      status === 200 ? findRunProblem(Object(readJson(sent)).mode, body, redact)?.message : undefined,
  },
  getPublicManifest: { takesSession: false, findProblem: findManifestProblem },
  getOrganizationManifest: { takesSession: true, findProblem: findManifestProblem },
  executeTool: { takesSession: false },
}

/** The document describes the message and has no schema for it, as it does not show which member carries it (MAN-EMPTY). */
function findManifestProblem({ status, text }: ReadAnswer): string | undefined {
  if (status !== 400 || text.includes('No published toolsets')) return undefined
  return 'body: expected the message "No published toolsets", found another one'
}

/**
 * The schema of the response takes what is no result of a run for one that has started, whose field is not shown
 * (RUN-ID-FIELD). The mode of the request tells which of them it has to be.
 */
function findRunProblem(mode: unknown, body: unknown, redact: Redact): Pick<ValidationProblem, 'message'> | undefined {
  const { status, stepOutputs } = Object(body)
  const isResult = status === 'success' || status === 'failed'
  if (mode === 'async' && isResult && stepOutputs !== undefined) {
    return { message: 'body: expected a run that has started, found the result of one' }
  }
  if (mode !== 'sync' && stepOutputs === undefined) return undefined
  if (!isResult) return { message: `status: expected one of success, failed, found ${describeValue(status, redact)}` }
  return validateSchema(status === 'success' ? 'RunSucceeded' : 'RunFailed', body, { redact })[0]
}
