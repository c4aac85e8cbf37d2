/** Where a run or a step went wrong. */
export interface StepError {
  /** Type of the error. */
  readonly name: string
  /** Message of the error. */
  readonly value: string
}

/** Why a run failed. */
export interface RunError extends StepError {
  /** Stack trace. */
  readonly traceback: string
}

/** What became of a step. Fields that the document does not name are kept. */
export type StepOutput =
  | { readonly status: 'success'; readonly result: unknown; readonly [field: string]: unknown }
  | { readonly status: 'failed'; readonly error: StepError; readonly [field: string]: unknown }

/** The step results by step identifier. */
export type StepOutputs = Readonly<Record<string, StepOutput>>

/** A run that succeeded (RUN-RESULT). Fields that the document does not name are kept. */
export interface SucceededRun<Result = unknown> {
  /** Tells this run from a failed one (RUN-STATUS). */
  readonly status: 'success'
  /** The output of the workflow. */
  readonly result: Result
  /** What became of each step (RUN-STEPS). */
  readonly stepOutputs: StepOutputs
  readonly [field: string]: unknown
}

/** A run that failed (RUN-ERROR). The call succeeded; only the run did not. */
export interface FailedRun {
  /** Tells this run from one that succeeded (RUN-STATUS). */
  readonly status: 'failed'
  /** Why the run failed. */
  readonly error: RunError
  /** What became of each step; the one that failed says so (RUN-STEPS-FAILED). */
  readonly stepOutputs: StepOutputs
  readonly [field: string]: unknown
}

/** A run that has ended; `status` tells which way. */
export type Run<Result = unknown> = SucceededRun<Result> | FailedRun

/** An asynchronous run that has started. */
export interface StartedRun {
  /** The run ID, or undefined when the answer has none under the names that were looked for (RUN-ID-FIELD). */
  readonly runId: string | undefined
  /** The parsed body of the answer. */
  readonly raw: unknown
  /** Status and headers of the answer; its body is used up. */
  readonly response: Response
}
