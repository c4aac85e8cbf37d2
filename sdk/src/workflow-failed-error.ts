import { BRAND, isBranded } from './error-brand.ts'
import type { FailedRun, StepOutputs } from './run.ts'

/** A failed run as an exception, for those who asked for one with `unwrap`. The call itself succeeded. */
export class WorkflowFailedError extends Error {
  static readonly [BRAND]: string = 'WorkflowFailedError'
  static override readonly [Symbol.hasInstance] = isBranded
  readonly code = 'workflow_failed'
  /** Type of the error that ended the run. */
  readonly errorName: string
  /** Message of the error that ended the run. */
  readonly value: string
  readonly traceback: string
  readonly stepOutputs: StepOutputs
  /** The run as it came. */
  readonly run: FailedRun

  constructor(run: FailedRun) {
    super(`The workflow failed: ${run.error.name}: ${run.error.value}`)
    Object.defineProperty(this, 'name', { value: new.target[BRAND], configurable: true, writable: true })
    this.errorName = run.error.name
    this.value = run.error.value
    this.traceback = run.error.traceback
    this.stepOutputs = run.stepOutputs
    this.run = run
  }
}
