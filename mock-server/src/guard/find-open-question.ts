import { type OperationId, operationTable, type Requirement, requirements } from '@wfhost/openapi'
import { memberOf } from '../core/json.ts'
import { assumptionOptions } from '../schema/assumptions.ts'

/** The id of a question that the source document leaves open. The API document marks its choice with `x-unspecified`. */
type OpenQuestion = Requirement['id']

/** Adds the open question that a message is about, if there is one. */
export function addOpenQuestion(message: string, question: OpenQuestion | undefined): string {
  if (question === undefined) return message
  const { statement = '' } = requirements.find(({ id }) => id === question) ?? {}
  const subject = statement.slice(0, 1).toLowerCase() + statement.slice(1).replace(/\.$/, '')
  return `${message}; the source document leaves this open: ${subject} (${question})`
}

/** Returns the open question that a request without a usable key is about; undefined if the source document decides it. */
export function findQuestionOfKey(operation: OperationId): OpenQuestion | undefined {
  // A console session can be anywhere in a request.
  return operation === 'getOrganizationManifest' ? 'ORG-SESSION' : undefined
}

/** Returns the open question that the body of a request is about; undefined if the source document decides it. */
export function findQuestionOfRequestBody(operation: OperationId): OpenQuestion | undefined {
  return operation === 'executeTool' ? 'EXE-PAYLOAD' : undefined
}

/** Returns the open question that a request outside the API document is about; undefined if the source document decides it. */
export function findQuestionOfPath(method: string, path: string): OpenQuestion | undefined {
  // A service can have an endpoint for the state of a run.
  const isBelowFlow = /^\/api\/v2\/external\/flows\/[^/]+\//.test(path)
  return method === 'GET' && isBelowFlow ? 'RUN-STATUS-ENDPOINT' : undefined
}

/** A response with a problem. */
interface ResponseProblem {
  readonly operation: OperationId
  readonly status: number
  /** The path of the problem, as the validators name it: `status`, `header Content-Type`, `body` or the path of a member. */
  readonly path: string
  /** The body as JSON; undefined if it is not JSON. */
  readonly body: unknown
}

/** Returns the open question that a response is about; undefined if the source document decides it. */
export function findQuestionOfResponse(problem: ResponseProblem): OpenQuestion | undefined {
  const { operation, path, status } = problem
  if (!Object.hasOwn(operationTable[operation].responses, status)) return findQuestionOfStatus(problem)

  // The other headers are documented.
  const isInBody = !path.startsWith('header ') || path === 'header Content-Type'
  if (!isInBody) return undefined
  return status >= 400 ? findQuestionOfError(operation, status) : findQuestionOfSuccess(operation, path)
}

/** Returns the question that a status outside the API document is about. */
function findQuestionOfStatus({ body, operation, status }: ResponseProblem): OpenQuestion | undefined {
  const hasFailed = memberOf(body, 'status') === 'failed'
  switch (operation) {
    case 'runPublishedWorkflow':
      if (hasFailed) return 'RUN-FAILED-HTTP'
      if (isSuccess(status) && memberOf(body, 'stepOutputs') === undefined) return 'RUN-ID-FIELD'
      return timeoutStatuses.includes(status) ? 'RUN-TIMEOUT-FORM' : undefined
    case 'executeTool':
      // The reasons are an unknown tool and an empty balance. Another refusal can have the same status.
      return hasFailed || isSuccess(status) || isRefusal(status) ? 'EXE-PAYLOAD' : undefined
    case 'getOrganizationManifest':
      return isRefusal(status) ? 'ORG-SESSION' : undefined
    case 'getPublicManifest':
      return undefined
  }
}

/** The statuses with which servers report a timeout. */
const timeoutStatuses: readonly number[] = assumptionOptions.syncTimeoutStatus.choices

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500
}

/** Returns the question that the body of an error is about. */
function findQuestionOfError(operation: OperationId, status: number): OpenQuestion {
  if (operationTable[operation].server === 'toolRegistry') return 'REG-ERROR-BODY'
  return status === 504 ? 'RUN-TIMEOUT-FORM' : 'RUN-ERROR-BODY'
}

/** Returns the question that a part of a body without an error is about. */
function findQuestionOfSuccess(operation: OperationId, path: string): OpenQuestion | undefined {
  switch (operation) {
    case 'runPublishedWorkflow':
      return path === 'runId' ? 'RUN-ID-FIELD' : undefined
    case 'executeTool':
      return 'EXE-PAYLOAD'
    case 'getPublicManifest':
    case 'getOrganizationManifest':
      return path === 'header Content-Type' ? undefined : 'MAN-BODY'
  }
}
