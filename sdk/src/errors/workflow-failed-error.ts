import { describeType } from '@wfhost/internal/redacted-text'
import type { FailedRun, Run } from '../operations/run-workflow/run.ts'
import { redacted } from '../responses/origin.ts'
import { ConfigurationError } from './configuration-error.ts'
import { BRAND, brandOf, docsOf, isBranded } from './error-brand.ts'

/**
 * A failed run as an exception (RUN-ERROR), thrown by `unwrap`. The call itself succeeded.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, unwrap, WorkflowFailedError } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 *
 * const error = await client.run('charge-card', { amount: 7 }).then(unwrap).catch((thrown: unknown) => thrown)
 *
 * assert.ok(error instanceof WorkflowFailedError)
 * assert.equal(error.errorName, 'CardDeclined')
 * assert.equal(error.run.stepOutputs['charge']?.status, 'failed')
 * ```
 */
export class WorkflowFailedError extends Error {
  /** @internal */
  static readonly [BRAND]: string = 'WorkflowFailedError'
  /** @internal */
  static override readonly [Symbol.hasInstance] = isBranded
  /** The same for all errors of this class. */
  readonly code = 'workflow_failed'
  /** The page about this class of errors. */
  readonly docs: string = docsOf(this)
  /** Type of the error that ended the run. */
  declare readonly errorName: string
  /** The run as received: its error has the message and the traceback, and it has the outcome of each step. */
  declare readonly run: FailedRun

  constructor(run: FailedRun) {
    // Without validation, a failed run can lack its error.
    const { name: errorName = 'unknown', value = 'no message' } = Object(run.error)
    super(`The workflow failed: ${errorName}: ${value}`)
    Object.assign(this, { errorName, run })
  }

  /** The name of the class. */
  override get name(): string {
    return brandOf(this)
  }

  /** Returns the members that `JSON.stringify` prints, for example in a structured log. The run can be large, so it is left out. */
  toJSON(): object {
    const { code, docs, errorName, message, name } = this
    return { name, message, code, errorName, docs }
  }
}

/**
 * Returns the result of a run that succeeded. Keys that a failed run repeats are redacted in the error.
 *
 * @throws WorkflowFailedError if the run failed. ConfigurationError for a value that is not a run, such as a promise that was not
 *   awaited, and for a run with an undocumented status, which `validation` can let through.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createWorkflowClient, unwrap, WorkflowFailedError } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 *
 * assert.deepEqual(unwrap(await client.run('echo', { number: 7 })), { number: 7 })
 *
 * const declined = await client.run('charge-card', { amount: 7 })
 * assert.throws(() => unwrap(declined), WorkflowFailedError)
 * ```
 */
export function unwrap<Result>(run: Run<Result>): Result {
  if (run?.status === 'success') return run.result
  if (run?.status === 'failed') throw new WorkflowFailedError(redacted(run))

  // For example, a promise that was not awaited, or a status that validation let through.
  throw new ConfigurationError(
    `Cannot unwrap the value: expected a run, found ${describeType(run)}. Await it, or pass unwrap to then()`,
  )
}
