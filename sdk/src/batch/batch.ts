import { type Checks, isClock, isCount, isDeadline, isDuration, isFunction, isSignal } from '../client/check-options.ts'
import type { WorkflowClient } from '../client/create-workflow-client.ts'
import type { APIError } from '../errors/api-error.ts'
import type { ConfigurationError } from '../errors/configuration-error.ts'
import type { FailedRun, SucceededRun } from '../responses/run.ts'
import type { Clock } from '../transport/scope.ts'

/** The outcome of one input of a batch. */
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
  /** Inputs that a worker took. */
  readonly started: number
  /** Runs that ended with `success`. */
  readonly succeeded: number
  /** Runs that ended with `failed`. */
  readonly failed: number
  /** Inputs that certainly did not run. */
  readonly refused: number
  /** Inputs that may have run. */
  readonly unknown: number
  /** The time until which a 429 pauses all workers, in milliseconds since the epoch. */
  readonly pausedUntil: number | undefined
}

/** How a batch runs. */
export interface BatchOptions<Input = unknown, Result = unknown> {
  /**
   * Sends the runs. Its own retries, including `retryUnknown`, are not used: instead, a batch pauses all workers together
   * (`maxRetries`) and never repeats what may have run. A rejection counts as refused unless it is an APIError whose
   * `mayHaveRun` is true, so a client of your own must follow that rule.
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
   * Attempts at an input after the first one, if it certainly did not run: after a 429, or if the request could not be
   * sent. Each pauses all workers; after the last one, the batch ends. @default 10
   */
  readonly maxRetries?: number | undefined
  /** The longest `Retry-After` to wait for. @default 120_000 */
  readonly maxRetryAfter?: number | undefined
  /** Aborts the batch, including the runs in progress. @default none */
  readonly signal?: AbortSignal | undefined
  /** Skips an input by its index: to resume, those with any outcome but refused. @default skips none */
  readonly skip?: ((index: number) => boolean) | undefined
  /**
   * Called with the index of an input before it is sent for the first time, and awaited, so what it records survives a
   * crash. If it throws, the batch ends and the input is not sent. @default none
   */
  readonly onStart?: ((index: number) => unknown) | undefined
  /**
   * Called with the outcome of an input as soon as it settles, even after the loop was left, and awaited before the batch
   * ends; after the deadline or an abort for 5 s at most. If it throws, the batch ends; the item is still yielded.
   * @default none
   */
  readonly onOutcome?: ((item: BatchItem<Input, Result>) => unknown) | undefined
  /** Called whenever a count or the pause changes. @default none */
  readonly onProgress?: ((progress: BatchProgress) => void) | undefined
  /** The time, and timers. @default the clock of the machine */
  readonly clock?: Clock | undefined
  /** A number from 0 up to 1, for jitter. @default Math.random */
  readonly random?: (() => number) | undefined
}

/** What the options of a batch may be. */
export const batchChecks: Checks<BatchOptions> = {
  client: ['a client', (value) => Object(value).run],
  concurrency: ['a whole number of 1 or more', (value) => isCount[1](value) && value !== 0],
  deadline: isDeadline,
  timeout: isDuration,
  maxRuns: isCount,
  maxRetries: isCount,
  maxRetryAfter: isDuration,
  signal: isSignal,
  skip: isFunction,
  onStart: isFunction,
  onOutcome: isFunction,
  onProgress: isFunction,
  clock: isClock,
  random: isFunction,
}
