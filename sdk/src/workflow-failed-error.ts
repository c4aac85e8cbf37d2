import { BRAND, brandOf, isBranded } from './error-brand.ts'
import type { FailedRun, StepOutputs } from './run.ts'

/**
 * A failed run as an exception (RUN-ERROR), for those who asked for one with `unwrap`. The call itself succeeded.
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
 * assert.equal(error.stepOutputs['charge']?.status, 'failed')
 * ```
 */
export class WorkflowFailedError extends Error {
  /** @internal */
  static readonly [BRAND]: string = 'WorkflowFailedError'
  /** @internal */
  static override readonly [Symbol.hasInstance] = isBranded
  /** The same for all errors of this class. */
  readonly code = 'workflow_failed'
  /** Type of the error that ended the run. */
  declare readonly errorName: string
  /** Message of the error that ended the run. */
  declare readonly value: string
  /** Stack trace of the error that ended the run. */
  declare readonly traceback: string
  /** What became of each step. */
  declare readonly stepOutputs: StepOutputs
  /** The run as it came. */
  declare readonly run: FailedRun

  constructor(run: FailedRun) {
    const { name: errorName, value, traceback } = run.error
    super(`The workflow failed: ${errorName}: ${value}`)
    Object.assign(this, { errorName, value, traceback, stepOutputs: run.stepOutputs, run })
  }

  /** The name of the class. */
  override get name(): string {
    return brandOf(this)
  }
}
