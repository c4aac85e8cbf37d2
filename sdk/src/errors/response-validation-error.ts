import type { Problem } from '../responses/problems.ts'
import type { Call, CallResponse } from '../transport/call.ts'
import { APIError, type APIErrorDetails } from './api-error.ts'
import { BRAND } from './error-brand.ts'

/** Where a response is not as documented. */
export interface ResponseValidationErrorDetails extends APIErrorDetails {
  /** The values that do not match, and how. @default [] */
  readonly problems?: readonly Problem[]
}

/**
 * The body of a successful response is not as documented, or does not match the schema for the result of the workflow.
 * `body` is the received body. The call acted: `mayHaveRun` is true for a run and an execution. The option `validation` turns
 * this error into a warning.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createWorkflowClient, ResponseValidationError } from '@wfhost/sdk'
 *
 * const fetch = async () => Response.json({ status: 'done' })
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'key', fetch })
 *
 * const error = await client.run('echo').catch((thrown: unknown) => thrown)
 * assert.ok(error instanceof ResponseValidationError)
 * assert.equal(error.problems[0]?.path, 'status')
 * ```
 */
export class ResponseValidationError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'ResponseValidationError'
  override readonly code = 'invalid_response'
  /** The values that do not match, and how. */
  declare readonly problems: readonly Problem[]

  constructor(message: string, details?: ResponseValidationErrorDetails) {
    super(message, { problems: [], ...details } as APIErrorDetails)
  }
}

/** The problems of a response, and the error that a function of the caller threw while reading it. */
interface ContractViolation {
  readonly problems: readonly Problem[]
  readonly cause?: unknown
}

/** Creates the error for a response that is not as documented. Its message names the first problem. */
export function createResponseValidationError(
  call: Call,
  callResponse: CallResponse,
  { problems, cause }: ContractViolation,
): ResponseValidationError {
  const { body, redactor, response } = callResponse
  const redactedProblems = problems.map(({ path, message }) => ({ path: redactor.text(path), message: redactor.text(message) }))
  const [firstProblem] = redactedProblems
  const description = [firstProblem?.path, firstProblem?.message].filter(Boolean).join(': ')
  // Redacted again, because `action` can contain a key, and because a key can begin in the path and end in the message.
  const message = redactor.text(`Cannot ${call.action}: the response is not as documented: ${description}`)

  return new ResponseValidationError(message, {
    status: response.status,
    headers: redactor.headers(response.headers),
    body: redactor.value(body),
    mayHaveRun: call.hasEffect,
    problems: redactedProblems,
    cause: redactor.value(cause),
  })
}
