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
import { type Job, MetricsTime, RateLimitError as PutBack, Worker } from 'bullmq'
import { type Attempt, createLostError, describe, type QueuedInput } from './record.ts'
import { PREFIX, type RunQueue } from './run-queue.ts'

/** What became of an input, as `runMany` says it, with its name. */
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
  /** Starts so many runs in so many milliseconds, over all workers; the same for each of them. @default none */
  readonly limiter?: { readonly max: number; readonly duration: number } | undefined
  /** Unknown outcomes in a row, over all workers, after which a single input tries whether the service is well. @default 5 */
  readonly maxUnknown?: number | undefined
  /**
   * Takes each outcome, which is then no longer kept in Redis, unless it is unknown. If it throws, the outcome is kept.
   * @default none; all are kept
   */
  readonly onOutcome?: ((item: QueueItem) => unknown) | undefined
  /** Called with what goes wrong beside the inputs, such as a lost connection. @default none */
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

/** BullMQ holds a worker after a 429 only if it has a limit of its own; this one is none. */
const UNLIMITED = { max: 1e6, duration: 1 }

/** How often a worker looks for jobs that others lost, in milliseconds. */
const LOOK_EVERY = 1_000

/**
 * Runs the inputs of a queue, together with any number of other workers in any number of processes and machines, each input
 * at most once. Before an input is sent, Redis knows that it is started. After a 429, no worker sends before the time that
 * the service stated. What certainly did not run is tried again: after a 429, and when the service cannot be reached; after
 * a 401, 403 or 404, which every input would get, once somebody resumes the queue.
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
  // Both have to be there.
  checkOptions({ ...options, client: options?.client ?? null, queue: options?.queue ?? null }, checks)
  const { concurrency = 4, lockDuration = 30_000, maxUnknown = 5, onError = () => {}, queue, limiter = UNLIMITED } = options
  const { internals, redis } = queue
  await internals.guard.check()
  const bull = new Worker<QueuedInput>(queue.bull.name, (job, token) => runJob(job, `${token}`, { ...options, maxUnknown }), {
    connection: redis,
    prefix: PREFIX,
    concurrency,
    limiter,
    lockDuration,
    stalledInterval: lockDuration,
    maxStalledCount: 0,
    // Without it, 15 s pass after a connection was lost while a job ended.
    runRetryDelay: 1_000,
    removeOnComplete: { count: 0 },
    metrics: { maxDataPoints: MetricsTime.ONE_WEEK },
    ...(internals.telemetry && { telemetry: internals.telemetry }),
  })
  bull.on('error', onError)
  const closed = new AbortController()
  const putting = putBackLost(queue, { onError, until: closed.signal })
  return {
    bull,
    close: async () => {
      closed.abort()
      await closeBull(bull)
      await putting
    },
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
 * Puts jobs back that failed: none does by itself, so their worker died, was stopped past its lock, or lost Redis. Whoever
 * takes one next learns from the record whether it was started. It does no harm that several workers do this.
 */
async function putBackLost(
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

/** Asked first, as each retry is a span where there is telemetry. */
async function retryFailed(bull: RunQueue['bull']): Promise<void> {
  if ((await bull.getFailedCount()) > 0) await bull.retryJobs({ state: 'failed' })
}

/** Runs a job. What it throws puts the job back. */
async function runJob(
  { attemptsStarted, data, id = '', name: flowId }: Job<QueuedInput>,
  token: string,
  options: RunWorkerOptions & { readonly maxUnknown: number },
): Promise<void> {
  const { maxUnknown, queue } = options
  const { record } = queue.internals
  // A token of BullMQ names the slot of a worker, which has many jobs.
  const attempt = { id, token: `${token}:${attemptsStarted}`, maxUnknown }
  const { mark, ...input } = data
  const state = await record.begin(attempt)
  if (state === 'wait') throw new PutBack()
  if (state.startsWith('>')) {
    const item = describe(flowId, data, { error: createLostError('worker') })
    await record.settle({ id, token: state.slice(1) }, { outcome: 'unknown', item, lost: true, mark })
  }
  if (state !== 'begun') return
  const item = await runOnce(flowId, data.input as Record<string, object>, options)
  if (item.outcome === 'refused' && isForAll(item.error)) return putBack(queue, attempt, item.error as APIError)
  const entry = await record.settle(attempt, { outcome: item.outcome, item: describe(flowId, data, item), mark })
  await handOver({ ...item, id, ...input, input: item.input } as QueueItem, entry, options)
}

/** Runs an input once and says what became of it, as `runMany` does. */
async function runOnce(
  flowId: string,
  input: Record<string, object>,
  { client, timeout }: RunWorkerOptions,
): Promise<BatchItem<object>> {
  // Whoever leaves a batch learns what ended it from the item.
  for await (const item of runMany(client, flowId, [input], { timeout, maxRetries: 0 })) return item
  throw new Error('Cannot tell what became of the run: the batch of it yielded nothing')
}

/** Whether every other input would fare the same. */
function isForAll(error: APIError | ConfigurationError): boolean {
  const { status } = error as Partial<APIError>
  return ['rate_limited', 'connection', 'aborted'].includes(error.code) || status === 401 || status === 403 || status === 404
}

async function putBack(queue: RunQueue, attempt: Attempt, error: APIError): Promise<never> {
  const { message, status } = error
  const { retryAfterMs } = error as Partial<RateLimitError>
  const limited = error.code === 'rate_limited'
  // Without a status, nothing was sent: the service cannot be reached, or the client was aborted.
  const why = limited ? 'rate_limited' : status === undefined ? 'connection' : undefined
  // 0 states no time: with backoff, as without it.
  await queue.internals.record.giveBack(attempt, { why, wait: retryAfterMs || undefined })
  if (why === undefined) await queue.pause(message)
  throw new PutBack()
}

/** Gives an outcome to whoever wants it, and forgets it then: an unknown one stays for `retryUnknown`. */
async function handOver(
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
