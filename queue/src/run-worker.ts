import { setTimeout as delay } from 'node:timers/promises'
import {
  type APIError,
  type BatchItem,
  type ConfigurationError,
  type RateLimitError,
  runMany,
  type WorkflowClient,
} from '@wfhost/sdk'
import { type Check, type Checks, checkOptions, isFunction, isPositive, isTimeout } from '@wfhost/sdk/batch-file'
import { type Job, MetricsTime, RateLimitError as PutBack, Worker, type WorkerOptions } from 'bullmq'
import { type Attempt, createLostError, describe, type QueuedInput } from './record.ts'
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

const checks: Checks<RunWorkerOptions> = {
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
export interface RunWorker {
  /** The worker of BullMQ, with its events. */
  readonly bull: Worker<QueuedInput>
  /** Takes nothing more; resolves when the runs in progress have ended and are recorded. */
  readonly close: () => Promise<void>
}

/** A limit that is never reached. BullMQ can hold a worker after a 429 only if the worker has a limit. */
const UNLIMITED = { max: 1e6, duration: 1 }

/** How often a worker looks for jobs of dead workers, in milliseconds. */
const LOOK_EVERY = 1_000

/**
 * Runs the inputs of a queue, each at most once. Any number of workers in any number of processes and machines can share it.
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
 * import { createRunWorker, enqueueRuns, openRunQueue } from '@wfhost/queue'
 * import { createWorkflowClient } from '@wfhost/sdk'
 *
 * const { fetch, runs } = createMockService(createSampleWorld())
 * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
 * const queue = await openRunQueue('questions')
 * await queue.create()
 * await enqueueRuns(queue, 'support-triage', [{ subject: 'A refund' }, { subject: 'A question' }])
 *
 * const worker = await createRunWorker({ queue, client, concurrency: 8 })
 * await once(worker.bull, 'drained')
 * await worker.close()
 *
 * assert.equal((await queue.status()).succeeded, runs().length)
 * await queue.close()
 * ```
 */
export async function createRunWorker(options: RunWorkerOptions): Promise<RunWorker> {
  // With null in place of a missing option, the check reports the option as missing.
  checkOptions({ ...options, client: options?.client ?? null, queue: options?.queue ?? null }, checks)
  const { maxUnknown = 5, onError = () => {}, queue } = options
  await queue.internals.guard.check()

  const runQueuedInput = (job: Job<QueuedInput>, token?: string) => runJob(job, `${token}`, { ...options, maxUnknown })
  const bull = new Worker<QueuedInput>(queue.bull.name, runQueuedInput, toBullOptions(options))
  bull.on('error', onError)

  const closed = new AbortController()
  const retrying = retryLostJobs(queue, { onError, until: closed.signal })
  return {
    bull,
    close: async () => {
      closed.abort()
      await closeBull(bull)
      await retrying
    },
  }
}

/** Converts the options of a worker to those of BullMQ. */
function toBullOptions(options: RunWorkerOptions): WorkerOptions {
  const { concurrency = 4, limiter = UNLIMITED, lockDuration = 30_000, queue } = options
  const { telemetry } = queue.internals
  return {
    connection: queue.redis,
    prefix: PREFIX,
    concurrency,
    limiter,
    lockDuration,
    stalledInterval: lockDuration,
    maxStalledCount: 0,
    // With the default, 15 s pass after a connection was lost while a job ended.
    runRetryDelay: 1_000,
    removeOnComplete: { count: 0 },
    metrics: { maxDataPoints: MetricsTime.ONE_WEEK },
    ...(telemetry !== undefined && { telemetry }),
  }
}

/**
 * Closes a worker of BullMQ once its connection is there. Otherwise BullMQ waits forever for the event `end` of a connection
 * that is being made again, such as after a restart of Redis.
 */
async function closeBull(bull: Worker<QueuedInput>): Promise<void> {
  await bull.pause(true)
  // It rejects if the first connection was lost before it was complete.
  const client = await bull.backend.blockingClient?.catch(() => undefined)
  const end = Date.now() + RECONNECTION
  while (client !== undefined && client.status !== 'ready' && Date.now() < end) await delay(LOOK_AT_CONNECTION)
  await bull.close()
}

/** How often a worker that closes looks at a lost connection, in milliseconds. */
const LOOK_AT_CONNECTION = 50

/** For so long a worker that closes waits for a lost connection, in milliseconds. */
const RECONNECTION = 5_000

/**
 * Retries failed jobs. Jobs never fail by themselves, so their worker has died, was stopped past its lock, or has lost Redis.
 * The next worker learns from the record whether the run was started. Several workers can do this together.
 */
async function retryLostJobs(
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

/** Runs a job. If it throws, BullMQ puts the job back. */
async function runJob(job: Job<QueuedInput>, workerToken: string, options: JobOptions): Promise<void> {
  const { attemptsStarted, data, id = '', name: flowId } = job
  const { maxUnknown, queue } = options
  const { record } = queue.internals
  // A token of BullMQ belongs to a slot of the worker, which runs many jobs.
  const attempt = { id, token: `${workerToken}:${attemptsStarted}`, maxUnknown }

  const start = await record.start(attempt)
  switch (start.kind) {
    case 'wait':
      throw new PutBack()
    case 'settled':
      return
    case 'startedByAnother':
      await settleLostRun(job, start.token, options)
      return
    case 'started':
      break
  }

  const item = await runOnce(flowId, data.input as Record<string, object>, options)
  if (item.outcome === 'refused' && concernsAllInputs(item.error)) {
    return putBack(queue, attempt, item.error as APIError)
  }

  const { mark, ...input } = data
  const entry = await record.settle(attempt, { outcome: item.outcome, item: describe(flowId, data, item), mark })
  await reportOutcome({ ...item, id, ...input, input: item.input } as QueueItem, entry, options)
}

/** Records a run as unknown whose worker has died. */
async function settleLostRun({ data, id = '', name: flowId }: Job<QueuedInput>, token: string, options: JobOptions) {
  const item = describe(flowId, data, { error: createLostError('worker') })
  await options.queue.internals.record.settle({ id, token }, { outcome: 'unknown', item, lost: true, mark: data.mark })
}

/** Runs an input once, with the outcomes of `runMany`. */
async function runOnce(
  flowId: string,
  input: Record<string, object>,
  { client, timeout }: RunWorkerOptions,
): Promise<BatchItem<object>> {
  // The loop ends with the first item. The error that ended the batch is in that item.
  for await (const item of runMany(client, flowId, [input], { timeout, maxRetries: 0 })) return item
  throw new Error('Cannot determine the outcome of the run: its batch yielded nothing')
}

/** Whether every other input would get the same error. */
function concernsAllInputs(error: APIError | ConfigurationError): boolean {
  const { status } = error as Partial<APIError>
  return ['rate_limited', 'connection', 'aborted'].includes(error.code) || status === 401 || status === 403 || status === 404
}

/** Reverts the start of a run. If only a person can remove the reason, the queue pauses until a person resumes it. */
async function putBack(queue: RunQueue, attempt: Attempt, error: APIError): Promise<never> {
  const { retryAfterMs } = error as Partial<RateLimitError>
  const why = reasonToWait(error)
  // A Retry-After of 0 states no time, so backoff applies.
  await queue.internals.record.giveBack(attempt, { why, wait: retryAfterMs || undefined })
  if (why === undefined) await queue.pause(error.message)
  throw new PutBack()
}

function reasonToWait({ code, status }: APIError): 'rate_limited' | 'connection' | undefined {
  if (code === 'rate_limited') return 'rate_limited'
  // Without a status, nothing was sent: the service cannot be reached, or the client was aborted.
  return status === undefined ? 'connection' : undefined
}

/** Passes an outcome to `onOutcome`, and removes it from Redis. An unknown outcome stays for `retryUnknown`. */
async function reportOutcome(
  item: QueueItem,
  entry: string | undefined,
  { onError, onOutcome, queue }: RunWorkerOptions,
): Promise<void> {
  if (onOutcome === undefined || entry === undefined) return
  try {
    await onOutcome(item)
    if (item.outcome !== 'unknown') await queue.redis.xdel(queue.internals.keys.outcomes, entry)
  } catch (thrown) {
    onError?.(thrown instanceof Error ? thrown : new Error(String(thrown)))
  }
}
