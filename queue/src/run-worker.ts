import { setTimeout as delay } from 'node:timers/promises'
import type { AsyncDisposes } from '@wfhost/internal/async-disposable'
import {
  type APIError,
  type BatchItem,
  type ConfigurationError,
  type RateLimitError,
  runMany,
  type WorkflowClient,
} from '@wfhost/sdk'
import {
  type Check,
  type Checks,
  checkOptions,
  checkRequired,
  isFunction,
  isPositive,
  isTimeout,
  redactFor,
} from '@wfhost/sdk/batch-file'
import { type Job, RateLimitError as JobMustWait, MetricsTime, Worker, type WorkerOptions } from 'bullmq'
import { type Attempt, createLostError, type QueuedInput, type Settlement, toRecordedItem } from './record.ts'
import { PREFIX, type RunQueue } from './run-queue.ts'

/** The outcome of an input as in `runMany`, with its ID and its key. */
export type QueueItem = BatchItem<Record<string, unknown>> & { readonly id: string; readonly key?: string | undefined }

/** How a worker runs. */
export interface RunWorkerOptions {
  readonly queue: RunQueue
  /** Sends the runs. As in `runMany`, its own retries are not used. */
  readonly client: Pick<WorkflowClient, 'run'>
  /** Runs at the same time in this worker. @default 4 */
  readonly concurrency?: number | undefined
  /** Milliseconds for one run. @default that of the client */
  readonly timeout?: number | undefined
  /** Starts at most `max` runs in `duration` milliseconds, over all workers. Each worker needs the same limit. @default none */
  readonly limiter?: { readonly max: number; readonly duration: number } | undefined
  /** Unknown outcomes in a row, over all workers, after which a single input tries whether the service is well. @default 5 */
  readonly maxUnknown?: number | undefined
  /**
   * Takes each outcome, which is then no longer kept in Redis, unless it is unknown. If it throws, the outcome is kept.
   * @default none; all are kept
   */
  readonly onOutcome?: ((item: QueueItem) => unknown) | undefined
  /** Called with errors that belong to no input, such as a lost connection. @default none */
  readonly onError?: ((error: Error) => void) | undefined
  /** Milliseconds after which the inputs of a worker that died, or blocks, are looked after. @default 30_000 */
  readonly lockDuration?: number | undefined
}

const isLimiter: Check = [
  '{ max, duration }, both whole numbers of 1 or more',
  (value) => isPositive[1](Object(value).max) && isPositive[1](Object(value).duration),
]

const limiterChecks: Checks<NonNullable<RunWorkerOptions['limiter']>> = { max: isPositive, duration: isPositive }

const optionChecks: Checks<RunWorkerOptions> = {
  queue: ['a queue of openRunQueue', (value) => Object(value).internals],
  client: ['a client', (value) => Object(value).run],
  concurrency: isPositive,
  timeout: isTimeout,
  limiter: isLimiter,
  maxUnknown: isPositive,
  onOutcome: isFunction,
  onError: isFunction,
  lockDuration: isPositive,
}

/** A worker. */
export interface RunWorker extends AsyncDisposes {
  /** The worker of BullMQ, with its events. */
  readonly bull: Worker<QueuedInput>
  /** Takes nothing more; resolves when the runs in progress have ended and are recorded. */
  readonly close: () => Promise<void>
}

/** A limit that is never reached. BullMQ can hold a worker after a 429 only if the worker has a limit. */
const UNLIMITED = { max: 1e6, duration: 1 }

/** The default number of unknown outcomes in a row after which a single input tries the service. */
const DEFAULT_MAX_UNKNOWN = 5

/** How often a worker looks for jobs of dead workers, in milliseconds. */
const LOOK_EVERY = 1_000

/**
 * Opens a worker that runs the inputs of a queue, each at most once. Any number of workers, in any number of processes and on any
 * number of machines, can share a queue.
 *
 * - The start of an input is in Redis before it is sent.
 * - After a 429, no worker sends before the time that the service stated.
 * - An input that certainly did not run is sent again, after a 429 and after a failed connection.
 * - After a 401, 403 or 404, which every input would get, the queue pauses until a person resumes it.
 *
 * @throws ConfigurationError for invalid options.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { once } from 'node:events'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { enqueueRuns, openRunQueue, openRunWorker } from '@wfhost/queue'
 * import { createWorkflowClient } from '@wfhost/sdk'
 *
 * const { fetch, runs } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 * const queue = await openRunQueue('questions')
 * await queue.create()
 * await enqueueRuns(queue, 'support-triage', [{ subject: 'A refund' }, { subject: 'A question' }])
 *
 * const worker = await openRunWorker({ queue, client, concurrency: 8 })
 * await once(worker.bull, 'drained')
 * await worker.close()
 *
 * assert.equal((await queue.status()).succeeded, runs().length)
 * await queue.close()
 * ```
 */
export async function openRunWorker(options: RunWorkerOptions): Promise<RunWorker> {
  checkWorkerOptions(options)
  const { maxUnknown = DEFAULT_MAX_UNKNOWN, onError = () => {}, queue } = options

  // The guard stops the queue if Redis may have lost data.
  await queue.internals.guard.check()

  // BullMQ always passes the token, which identifies the worker. Only its type makes the token optional.
  const runQueuedInput = (job: Job<QueuedInput>, workerToken = '') => runJob(job, workerToken, { ...options, maxUnknown })
  const bullWorker = new Worker<QueuedInput>(queue.bull.name, runQueuedInput, toBullOptions(options))
  bullWorker.on('error', onError)

  // A lost job is a job whose worker has died. This loop gives such jobs of any worker back to the queue.
  const closing = new AbortController()
  const retryLoop = retryLostJobsUntilClosed(queue, { onError, until: closing.signal })

  const close = async () => {
    closing.abort()
    await closeBullWorker(bullWorker)
    await retryLoop
  }
  return { bull: bullWorker, close, [Symbol.asyncDispose]: close }
}

/** Throws a ConfigurationError if an option is invalid, or if the client or the queue is missing. */
function checkWorkerOptions(options: RunWorkerOptions): void {
  const redact = (text: string) => redactFor(Object(options).client, text)
  checkOptions(options, optionChecks, redact)
  checkRequired('client', options.client, optionChecks.client, redact)
  checkRequired('queue', options.queue, optionChecks.queue, redact)
  if (options.limiter !== undefined) checkOptions(options.limiter, limiterChecks, redact)
}

/** Converts the options of a worker to options of BullMQ. They ensure that no job runs twice. */
function toBullOptions(options: RunWorkerOptions): WorkerOptions {
  const { concurrency = 4, limiter = UNLIMITED, lockDuration = 30_000, queue } = options
  const { telemetry } = queue.internals
  // BullMQ refuses an undefined member.
  const telemetryOption = telemetry === undefined ? {} : { telemetry }

  return {
    ...telemetryOption,
    connection: queue.redis,
    prefix: PREFIX,
    concurrency,
    limiter,

    // A job stalls if its worker no longer renews the lock, for example after a crash. BullMQ must not run it again, because
    // its input may have been sent. The job fails instead, and `retryLostJobsUntilClosed` looks at its record.
    lockDuration,
    stalledInterval: lockDuration,
    maxStalledCount: 0,

    // After a connection was lost while a job ended, the default would delay the next job by 15 s.
    runRetryDelay: 1_000,

    // The outcome is in the record of the queue, so Redis need not keep the job.
    removeOnComplete: { count: 0 },
    metrics: { maxDataPoints: MetricsTime.ONE_WEEK },
  }
}

/**
 * Closes a worker of BullMQ once its connection is there. Otherwise BullMQ waits forever for the event `end` of a connection
 * that is being made again, such as after a restart of Redis.
 */
async function closeBullWorker(bullWorker: Worker<QueuedInput>): Promise<void> {
  await bullWorker.pause(true)
  // It rejects if the first connection was lost before it was complete.
  const client = await bullWorker.backend.blockingClient?.catch(() => undefined)
  const end = Date.now() + RECONNECTION
  while (client !== undefined && client.status !== 'ready' && Date.now() < end) await delay(LOOK_AT_CONNECTION)
  await bullWorker.close()
}

/** How often a worker that closes looks at a lost connection, in milliseconds. */
const LOOK_AT_CONNECTION = 50

/** For so long a worker that closes waits for a lost connection, in milliseconds. */
const RECONNECTION = 5_000

/**
 * Retries failed jobs in a loop, until the worker closes. A job never fails by itself: its worker has died, was stopped for
 * longer than its lock, or has lost Redis. The next worker reads in the record whether the run was started. Several workers
 * can do this together.
 */
async function retryLostJobsUntilClosed(
  { bull, internals }: RunQueue,
  { onError, until }: { readonly onError: (error: Error) => void; readonly until: AbortSignal },
): Promise<void> {
  while (!until.aborted) {
    // A worker without a job must also notice that Redis has lost the queue, before other processes trust it.
    await internals.guard.check().catch(onError)
    await retryFailed(bull).catch(onError)
    await delay(LOOK_EVERY, undefined, { signal: until }).catch(() => {})
  }
}

/** Retries failed jobs, if there are any. With telemetry, each retry is a span, also one without jobs. */
async function retryFailed(bull: RunQueue['bull']): Promise<void> {
  if ((await bull.getFailedCount()) > 0) await bull.retryJobs({ state: 'failed' })
}

type JobOptions = RunWorkerOptions & { readonly maxUnknown: number }

/**
 * Runs the input of a job and records its outcome, unless the record shows that the input was started before.
 *
 * BullMQ gives a job to one worker at a time. So if another attempt has started the input and recorded no outcome, the worker
 * of that attempt has lost the job, for example because it died. Its run may have reached the service, and must not be
 * repeated.
 *
 * @throws {JobMustWait} if no input may be sent now. BullMQ then puts the job back.
 */
async function runJob(job: Job<QueuedInput>, workerToken: string, options: JobOptions): Promise<void> {
  const { attemptsStarted, id = '' } = job
  const { maxUnknown, queue } = options
  // BullMQ reuses a token for many jobs, so the number of the attempt makes it unique.
  const attempt = { id, token: `${workerToken}:${attemptsStarted}`, maxUnknown }

  const startResult = await queue.internals.queueRecord.start(attempt)
  switch (startResult.kind) {
    case 'wait':
      throw new JobMustWait()
    case 'settled':
      // The outcome is already recorded.
      return
    case 'startedByAnother':
      // The token belongs to the earlier attempt, whose outcome becomes unknown.
      await settleLostRun(job, startResult.token, options)
      return
    case 'maySend':
      await runStartedJob(job, attempt, options)
      return
  }
}

/**
 * Runs the input of a job whose start is recorded, records the outcome, and passes it to `onOutcome`.
 *
 * @throws {JobMustWait} if the service refuses all inputs now, such as after a 429. The input then counts as not started, and
 *   BullMQ gives its job to a worker again later.
 */
async function runStartedJob(job: Job<QueuedInput>, attempt: Attempt, options: JobOptions): Promise<void> {
  const { data, name: flowId } = job
  const { queueRecord } = options.queue.internals
  const batchItem = await runOnce(flowId, data.input, options)

  const concernsAllInputs = batchItem.outcome === 'refused' && wouldRefuseAllInputs(batchItem.error)
  if (concernsAllInputs) {
    await undoStart(options.queue, attempt, batchItem.error)
    throw new JobMustWait()
  }

  // The mark identifies the producer and the content of the input. With it, the producer finds different inputs with one key.
  const { index, key, mark } = data
  const recordedItem = toRecordedItem(flowId, data, batchItem)
  const entryId = await queueRecord.recordOutcome(attempt, { outcome: batchItem.outcome, item: recordedItem, mark })

  // The run was a batch of one input, so the index of its outcome is always 0. The job has the index among all inputs.
  const queueItem: QueueItem = { ...batchItem, id: attempt.id, key, index }
  await reportOutcome(queueItem, entryId, options)
}

/** Records the outcome of a run as unknown, because its worker has died. `token` belongs to the attempt of that worker. */
async function settleLostRun(
  { data, id = '', name: flowId }: Job<QueuedInput>,
  token: string,
  { queue }: JobOptions,
): Promise<void> {
  const item = toRecordedItem(flowId, data, { error: createLostError('worker') })
  const settlement: Settlement = { outcome: 'unknown', item, lost: true, mark: data.mark }
  await queue.internals.queueRecord.recordOutcome({ id, token }, settlement)
}

/** Runs an input once, with the outcomes of `runMany`. */
async function runOnce(
  flowId: string,
  input: unknown,
  { client, timeout }: RunWorkerOptions,
): Promise<BatchItem<Record<string, object>>> {
  // `enqueueRuns` only accepts objects of arguments as inputs.
  const inputs = [input as Record<string, object>]
  // The loop ends with the first item. The error that ended the batch is in that item.
  for await (const item of runMany(client, flowId, inputs, { timeout, maxRetries: 0 })) return item
  throw new Error('Cannot determine the outcome of the run: its batch yielded nothing')
}

/** Returns whether every input would get the same error. */
function wouldRefuseAllInputs(error: APIError | ConfigurationError): error is APIError {
  const status = 'status' in error ? error.status : undefined
  return ['rate_limited', 'connection', 'aborted'].includes(error.code) || status === 401 || status === 403 || status === 404
}

/** Undoes the start of an input that did not run. If only a person can remove the reason, pauses the queue until then. */
async function undoStart(queue: RunQueue, attempt: Attempt, error: APIError): Promise<void> {
  const why = reasonToWait(error)
  const retryAfterMs = isRateLimitError(error) ? error.retryAfterMs : undefined
  // A Retry-After of 0 states no time, so backoff applies.
  await queue.internals.queueRecord.giveBack(attempt, { why, wait: retryAfterMs || undefined })
  if (why === undefined) await queue.pause(error.message)
}

/** Returns whether the service responded with 429. It reads the code, because a client may belong to another copy of the SDK. */
function isRateLimitError(error: APIError): error is RateLimitError {
  return error.code === 'rate_limited'
}

/** Returns why inputs wait before they are sent again, or undefined if only a person can remove the reason. */
function reasonToWait({ code, status }: APIError): 'rate_limited' | 'connection' | undefined {
  if (code === 'rate_limited') return 'rate_limited'
  // Without a status, nothing was sent: the service cannot be reached, or the client was aborted.
  return status === undefined ? 'connection' : undefined
}

/**
 * Passes an outcome to `onOutcome`, and removes it from Redis. An unknown outcome stays for `retryUnknown`.
 *
 * @param entryId the entry in the stream of outcomes. It is undefined if the input had an outcome before, which was reported
 */
async function reportOutcome(
  item: QueueItem,
  entryId: string | undefined,
  { onError, onOutcome, queue }: RunWorkerOptions,
): Promise<void> {
  if (onOutcome === undefined || entryId === undefined) return
  try {
    await onOutcome(item)
    if (item.outcome !== 'unknown') await queue.redis.xdel(queue.internals.keys.outcomes, entryId)
  } catch (thrown) {
    onError?.(thrown instanceof Error ? thrown : new Error(String(thrown)))
  }
}
