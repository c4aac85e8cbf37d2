import type { Problem } from '../responses/problems.ts'
import { APIError, type APIErrorDetails } from './api-error.ts'
import { BRAND } from './error-brand.ts'

/** Where a response is not as documented. */
export interface ContractErrorDetails extends APIErrorDetails {
  /** The places that differ, and how. @default [] */
  readonly problems?: readonly Problem[]
}

/**
 * A response of a successful call whose body is not as documented, or does not match the schema for the result of the
 * workflow. `body` has what was received. The call acted: `mayHaveRun` is true for a run and an execution. The option
 * `validation` turns it into a warning.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { ContractError, createWorkflowClient } from '@wfhost/sdk'
 *
 * const fetch = async () => Response.json({ status: 'success', result: 7 })
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'key', fetch })
 *
 * const error = await client.run('echo').catch((thrown: unknown) => thrown)
 *
 * assert.ok(error instanceof ContractError)
 * assert.deepEqual(error.problems, [{ place: 'stepOutputs', message: 'expected object, found nothing' }])
 * ```
 */
export class ContractError extends APIError {
  /** @internal */
  static override readonly [BRAND]: string = 'ContractError'
  override readonly code = 'contract'
  /** The places that differ, and how. */
  declare readonly problems: readonly Problem[]

  constructor(message: string, details?: ContractErrorDetails) {
    super(message, { problems: [], ...details } as APIErrorDetails)
  }
}
