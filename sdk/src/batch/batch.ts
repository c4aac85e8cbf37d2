import {
  type Check,
  type Checks,
  isClock,
  isCount,
  isDeadline,
  isDuration,
  isFunction,
  isSignal,
} from '../client/check-options.ts'
import type { WorkflowClient } from '../client/create-workflow-client.ts'
import type { APIError } from '../errors/api-error.ts'
import type { ConfigurationError } from '../errors/configuration-error.ts'
import type { FailedRun, SucceededRun } from '../responses/run.ts'
import type { Clock } from '../transport/scope.ts'
import type { BatchStore } from './batch-store.ts'

/** The outcome of one input of a batch. */
export type BatchItem<Input, Result = unknown> = { readonly index: number; readonly input: Input } & (
  | { readonly outcome: 'succeeded'; readonly run: SucceededRun<Result> }
  | { readonly outcome: 'failed'; readonly run: FailedRun }
  /**
   * Certainly did not run, and may be tried again: refused by the service, or never sent. What the store or a client of your
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
  /** Inputs of which the store had a record. */
  readonly skipped: number
  /** Runs that ended with `success`. */
  readonly succeeded: number
  /** Runs that ended with `failed`. */
  readonly failed: number
  /** Inputs that certainly did not run. */
  readonly refused: number
  /** Inputs that may have run. */
  readonly unknown: number
  /** The time until which all workers pause, in milliseconds since the epoch. */
  readonly pausedUntil: number | undefined
  /** What they pause for: a 429, a service that cannot be reached, or one that leaves outcomes unknown. */
  readonly pauseReason: 'rate_limited' | 'connection' | 'unknown' | undefined
}

/** How a batch runs. */
export interface BatchOptions<Input = unknown, Result = unknown> {
  /**
   * Sends the runs. Its own retries, including `retryUnknown`, are not used: instead, a batch pauses all workers together
   * (`maxRetries`) and never repeats what may have run. A rejection counts as refused unless it is an APIError whose
   * `mayHaveRun` is true, so a client of your own must follow that rule.
   */
  readonly client: Pick<WorkflowClient, 'run'>
  /** Records each input before it is sent and its outcome after, and skips what it has a record of. @default none */
  readonly record?: BatchStore<Input, Result> | undefined
  /** Names an input in the record; no two inputs may have the same name. @default its index */
  readonly key?: ((input: Input, index: number) => string) | undefined
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
  /**
   * After so many unknown outcomes in a row, nothing more is sent for 5 s, then a single input to see whether the service is
   * well again, and, if its outcome is unknown, too, another one after 20 s and after 60 s. Then the batch ends. @default 5
   */
  readonly maxUnknown?: number | undefined
  /** Aborts the batch, including the runs in progress. @default none */
  readonly signal?: AbortSignal | undefined
  /** Called whenever a count or the pause changes. @default none */
  readonly onProgress?: ((progress: BatchProgress) => void) | undefined
  /** The time, and timers. @default the clock of the machine */
  readonly clock?: Clock | undefined
  /** A number from 0 up to 1, for jitter. @default Math.random */
  readonly random?: (() => number) | undefined
}

const isPositive: Check = ['a whole number of 1 or more', (value) => isCount[1](value) && value !== 0]

/** What the options of a batch may be. */
export const batchChecks: Checks<BatchOptions> = {
  client: ['a client', (value) => Object(value).run],
  record: ['a store with start() and settle()', (value) => Object(value).start && Object(value).settle],
  key: isFunction,
  concurrency: isPositive,
  deadline: isDeadline,
  timeout: isDuration,
  maxRuns: isCount,
  maxRetries: isCount,
  maxRetryAfter: isDuration,
  maxUnknown: isPositive,
  signal: isSignal,
  onProgress: isFunction,
  clock: isClock,
  random: isFunction,
}
