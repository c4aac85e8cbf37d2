import type { APIError } from './api-error.ts'
import type { Clock } from './clock.ts'
import type { ConfigurationError } from './configuration-error.ts'
import type { WorkflowClient } from './create-workflow-client.ts'
import type { FailedRun, SucceededRun } from './run.ts'

/** What became of one input of a batch. */
export type BatchItem<Input, Result = unknown> = { readonly index: number; readonly input: Input } & (
  | { readonly outcome: 'succeeded'; readonly run: SucceededRun<Result> }
  | { readonly outcome: 'failed'; readonly run: FailedRun }
  /**
   * Certainly did not run, and may be tried again: refused by the service, or never sent. What `onStart` or a client of your
   * own threw before is the cause of a ConfigurationError.
   */
  | { readonly outcome: 'refused'; readonly error: APIError | ConfigurationError }
  /** May have run. */
  | { readonly outcome: 'unknown'; readonly error: APIError }
)

/** Counts of a batch. */
export interface BatchProgress {
  /** Inputs that a lane took. */
  readonly started: number
  /** Runs that ended with `success`. */
  readonly succeeded: number
  /** Runs that ended with `failed`. */
  readonly failed: number
  /** Inputs that certainly did not run. */
  readonly refused: number
  /** Inputs that may have run. */
  readonly unknown: number
  /** The moment until which a 429 holds all lanes, in milliseconds since the epoch. */
  readonly pausedUntil: number | undefined
}

/** How a batch runs. */
export interface BatchOptions<Input = unknown, Result = unknown> {
  /**
   * Sends the runs. Its own retries are left aside, also those of `retryUnknown`: a batch holds all lanes together instead
   * (`maxRetries`), and what may have run is not sent again. What it rejects with counts as refused unless it is an
   * APIError whose `mayHaveRun` is true, so a client of your own keeps to that.
   */
  readonly client: Pick<WorkflowClient, 'run'>
  /** Runs at the same time. @default 4 */
  readonly concurrency?: number | undefined
  /** Milliseconds for the whole batch. @default Infinity */
  readonly deadline?: number | undefined
  /** Milliseconds for one attempt at a run. @default that of the client */
  readonly timeout?: number | undefined
  /** Starts no more runs than this. @default Infinity */
  readonly maxRuns?: number | undefined
  /**
   * Attempts at an input after the first one, where it certainly did not run: after a 429, and where the request could not
   * be sent. Each holds all lanes; when they are used up, the batch ends. @default 10
   */
  readonly maxRetries?: number | undefined
  /** The longest `Retry-After` to wait for. @default 120_000 */
  readonly maxRetryAfter?: number | undefined
  /** Ends the batch, and the runs under way with it. @default none */
  readonly signal?: AbortSignal | undefined
  /** Leaves an input out by its index: to resume, those with any outcome but refused. @default leaves out none */
  readonly skip?: ((index: number) => boolean) | undefined
  /**
   * Called with the index of an input before it is sent for the first time, and waited for: what it writes down is known
   * even after a crash. What it throws ends the batch, and the input is not sent. @default none
   */
  readonly onStart?: ((index: number) => unknown) | undefined
  /**
   * Called with what became of an input as soon as it settles, also after the loop was left, and waited for before the
   * batch ends. What it throws ends the batch; the item is yielded all the same. @default none
   */
  readonly onOutcome?: ((item: BatchItem<Input, Result>) => unknown) | undefined
  /** Called whenever a count or the pause changes. @default none */
  readonly onProgress?: ((progress: BatchProgress) => void) | undefined
  /** The time, and timers. @default the clock of the machine */
  readonly clock?: Clock | undefined
  /** A number from 0 up to 1, for jitter. @default Math.random */
  readonly random?: (() => number) | undefined
}
