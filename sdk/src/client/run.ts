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

/** The outcome of a step. Fields that the document does not name are kept. */
export type StepOutput =
  | { readonly status: 'success'; readonly result: unknown; readonly [field: string]: unknown }
  | { readonly status: 'failed'; readonly error: StepError; readonly [field: string]: unknown }

/** The step results by step identifier. */
export type StepOutputs = Readonly<Record<string, StepOutput>>

/** A run that succeeded (RUN-RESULT). Fields that the document does not name are kept. */
export interface SucceededRun<Result = unknown> {
  /** Distinguishes this run from a failed one (RUN-STATUS). */
  readonly status: 'success'
  /** The output of the workflow. */
  readonly result: Result
  /** The outcome of each step (RUN-STEPS). */
  readonly stepOutputs: StepOutputs
  readonly [field: string]: unknown
}

/** A run that failed (RUN-ERROR). The call succeeded; only the run did not. */
export interface FailedRun {
  /** Distinguishes this run from one that succeeded (RUN-STATUS). */
  readonly status: 'failed'
  /** Why the run failed. */
  readonly error: RunError
  /** The outcome of each step, including the one that failed (RUN-STEPS-FAILED). */
  readonly stepOutputs: StepOutputs
  readonly [field: string]: unknown
}

/** A run that has ended; `status` says how. */
export type Run<Result = unknown> = SucceededRun<Result> | FailedRun

/** An asynchronous run that has started. */
export interface StartedRun {
  /** The run ID, or undefined if the response has none under the names that were looked for (RUN-ID-FIELD). */
  readonly runId: string | undefined
  /** The parsed body of the response. */
  readonly raw: unknown
  /** Status and headers of the response; its body has been read. */
  readonly response: Response
}
