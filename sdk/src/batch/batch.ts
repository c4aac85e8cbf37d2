import {
  type Check,
  type Checks,
  isClock,
  isCount,
  isDuration,
  isFunction,
  isPositive,
  isSignal,
  isTimeout,
  isTotalTimeout,
} from '../client/check-options.ts'
import type { WorkflowClient } from '../client/create-workflow-client.ts'
import type { APIError } from '../errors/api-error.ts'
import type { ConfigurationError } from '../errors/configuration-error.ts'
import type { FailedRun, SucceededRun } from '../operations/run-workflow/run.ts'
import type { Clock } from '../transport/clock.ts'

/** The record of an input in a store: `started` until its outcome is known. */
export type RecordedOutcome = 'started' | 'succeeded' | 'failed' | 'unknown'

/** An input that is about to be sent. */
export interface BatchEntry<Input = unknown> {
  /** Identifies the input in the store. It is the index, unless the batch has the option `key`. */
  readonly key: string
  /** Its position among the inputs, from 0. */
  readonly index: number
  /** The arguments of its run. */
  readonly input: Input
}

/**
 * The durable record of a batch. With it, no input is sent twice, after a crash and by several processes.
 *
 * `openBatchFile` of `@wfhost/sdk/batch-file` keeps it in a file. Any database can keep it that can set a key only if the key
 * is absent. A store belongs to one batch. If several batches share a database, put the name of the batch before each key.
 *
 * | | by `start` | by `settle` |
 * |---|---|---|
 * | nothing is recorded | `started`; undefined is returned, and the input is sent | |
 * | anything is recorded | unchanged, and returned; the input is skipped | |
 * | the outcome is succeeded, failed or unknown | | that outcome |
 * | the outcome is refused: it certainly did not run | | what was there before the start, mostly nothing |
 *
 * If the key is the index, the inputs must not change between batches, or the wrong ones would be skipped. A store that
 * keeps a hash of each input can refuse a change, as `openBatchFile` does.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { type BatchStore, createWorkflowClient, type RecordedOutcome, runMany } from '@wfhost/sdk'
 *
 * const { fetch, runs } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 * const tickets = [{ subject: 'A refund' }, { subject: 'A question' }]
 *
 * const table = new Map<string, RecordedOutcome>() // in production, something that outlives the process
 * const store: BatchStore = {
 *   start: ({ key }) => {
 *     const before = table.get(key)
 *     if (before === undefined) table.set(key, 'started')
 *     return before
 *   },
 *   settle: ({ key }, { outcome }) => void (outcome === 'refused' ? table.delete(key) : table.set(key, outcome)),
 * }
 *
 * for (const round of ['first', 'again']) {
 *   for await (const { input } of runMany(client, 'support-triage', tickets, { store, key: ({ subject }) => subject })) {
 *     assert.equal(round, 'first', input.subject)
 *   }
 * }
 * assert.equal(runs().length, 2)
 * ```
 */
export interface BatchStore<Input = unknown, Result = unknown> {
  /**
   * Records that an input is about to be sent. If the store has a record of the input already, it returns that record, and
   * the input is skipped. If it returns undefined, the input is sent.
   *
   * The batch waits for it, so the record must be durable when it resolves. If several processes share the store, look-up
   * and record must be one step. If it throws, the batch ends, the input is not sent, and `settle` is not called for it. It is
   * called once for each input.
   */
  readonly start: (entry: BatchEntry<Input>) => Promise<RecordedOutcome | undefined> | RecordedOutcome | undefined
  /**
   * Records the outcome of an input immediately, also after the loop was left. The batch waits for it, and after
   * the total timeout or an abort for 5 s at most. If it throws, the batch ends. The item is still yielded.
   */
  readonly settle: (entry: BatchEntry<Input>, item: BatchItem<Input, Result>) => unknown
}

/** The outcome of one input of a batch. */
export type BatchItem<Input, Result = unknown> = { readonly index: number; readonly input: Input } & (
  | { readonly outcome: 'succeeded'; readonly run: SucceededRun<Result> }
  | { readonly outcome: 'failed'; readonly run: FailedRun }
  /**
   * The input certainly did not run, and can be tried again: the service refused it, or it was not sent. With a store, an input
   * has no item before `start` has returned, because it can have run in an earlier batch.
   */
  | { readonly outcome: 'refused'; readonly error: APIError | ConfigurationError }
  /** May have run. */
  | { readonly outcome: 'unknown'; readonly error: APIError }
)

/** Counts of a batch. */
export interface BatchProgress {
  /** Inputs that a worker took. */
  readonly started: number
  /** Inputs that were already in the store. */
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
  /** The reason of the pause: a 429, no connection to the service, or unknown outcomes in a row. */
  readonly pauseReason: 'rate_limited' | 'connection' | 'unknown' | undefined
}

/**
 * Sends the runs of a batch. Its own retries, including `idempotent`, are not used: instead, a batch pauses all workers
 * together (`maxRetries`) and never repeats a run that may have happened. A rejection counts as refused only if it is an APIError or a
 * ConfigurationError whose `mayHaveRun` is false: code around a client may throw when the run is over.
 */
export type BatchClient = Pick<WorkflowClient, 'run'>

export const isBatchClient: Check = ['a client', (value) => Object(value).run]

/** How a batch runs. */
export interface BatchOptions<Input = unknown, Result = unknown> {
  /** Records each input before it is sent and its outcome after, and skips what it has a record of. @default none */
  readonly store?: BatchStore<Input, Result> | undefined
  /**
   * Names an input in the record. Two inputs of the same name end the batch, before the second is sent; the names of all are
   * in memory for that. @default its index
   */
  readonly key?: ((input: Input, index: number) => string) | undefined
  /** Runs at the same time. @default 4 */
  readonly concurrency?: number | undefined
  /** Milliseconds for the whole batch. @default Infinity */
  readonly totalTimeout?: number | undefined
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
   * The number of unknown outcomes in a row that pauses the batch for 5 s. Then a single input probes the service. If its
   * outcome is unknown, too, another one follows after 20 s and after 60 s. Then the batch ends. @default 5
   */
  readonly maxUnknown?: number | undefined
  /** Aborts the batch, including the runs in progress. @default none */
  readonly signal?: AbortSignal | undefined
  /** Called whenever a count or the pause changes. @default none */
  readonly onProgress?: ((progress: BatchProgress) => void) | undefined
  /** The time, and how to wait. @default the clock of the machine */
  readonly clock?: Clock | undefined
  /** A number from 0 up to 1, for jitter. @default Math.random */
  readonly random?: (() => number) | undefined
}

export const batchChecks: Checks<BatchOptions> = {
  store: ['a store with start() and settle()', (value) => Object(value).start && Object(value).settle],
  key: isFunction,
  concurrency: isPositive,
  totalTimeout: isTotalTimeout,
  timeout: isTimeout,
  maxRuns: isCount,
  maxRetries: isCount,
  maxRetryAfter: isDuration,
  maxUnknown: isPositive,
  signal: isSignal,
  onProgress: isFunction,
  clock: isClock,
  random: isFunction,
}
