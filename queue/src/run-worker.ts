import { setTimeout as delay } from 'node:timers/promises'
import type { AsyncDisposes } from '@wfhost/internal/async-disposable'
import type { WorkflowClient } from '@wfhost/sdk'
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
import { type Job, MetricsTime, Worker, type WorkerOptions } from 'bullmq'
import type { QueuedInput } from './record.ts'
import { type JobOptions, type QueueItem, runJob } from './run-job.ts'
import { PREFIX, type RunQueue } from './run-queue.ts'

export type { QueueItem } from './run-job.ts'

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
const UNLIMITED_RATE = { max: 1e6, duration: 1 }

/** The default number of unknown outcomes in a row after which a single input tries the service. */
const DEFAULT_MAX_UNKNOWN = 5

/** How often a worker that closes looks at a lost connection, in milliseconds. */
const CONNECTION_INTERVAL = 50

/** How long a worker that closes waits for a lost connection, in milliseconds. */
const RECONNECTION_TIMEOUT = 5_000

/** How often a worker looks for jobs of dead workers, in milliseconds. */
const LOST_JOBS_INTERVAL = 1_000

/**
 * Opens a worker that runs the inputs of a queue, each at most once. Any number of workers, in any number of processes and on any
 * number of machines, can share a queue.
 *
 * - A worker records the start of an input in Redis before it sends the input.
 * - After a 429, no worker sends before the time that the service stated.
 * - An input is sent again only if it certainly did not run, such as after a 429 or a failed connection.
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
  const { onError = () => {}, queue } = options

  // This check stops the queue if Redis may have lost data.
  await queue.internals.guard.check()

  const bullWorker = createBullWorker(options)
  bullWorker.on('error', onError)

  const closeController = new AbortController()
  const recoveryLoop = recoverLostJobs(queue, { onError, signal: closeController.signal })

  const close = async () => {
    closeController.abort()
    await closeBullWorker(bullWorker)
    await recoveryLoop
  }
  return { bull: bullWorker, close, [Symbol.asyncDispose]: close }
}

/** Creates the worker of BullMQ, which takes jobs from the queue and runs them. */
function createBullWorker(options: RunWorkerOptions): Worker<QueuedInput> {
  const { maxUnknown = DEFAULT_MAX_UNKNOWN, queue } = options
  const jobOptions: JobOptions = { ...options, maxUnknownOutcomes: maxUnknown }
  // BullMQ always passes the token, which identifies the worker. Only its type makes the token optional.
  const processJob = (job: Job<QueuedInput>, workerToken = '') => runJob(job, workerToken, jobOptions)
  return new Worker<QueuedInput>(queue.bull.name, processJob, toBullWorkerOptions(options))
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
function toBullWorkerOptions(options: RunWorkerOptions): WorkerOptions {
  const { concurrency = 4, limiter = UNLIMITED_RATE, lockDuration = 30_000, queue } = options
  const { telemetry } = queue.internals
  // BullMQ refuses an undefined member.
  const telemetryOption = telemetry === undefined ? {} : { telemetry }

  return {
    ...telemetryOption,
    connection: queue.redis,
    prefix: PREFIX,
    concurrency,
    // BullMQ can hold a worker after a 429 only if it has a limit, so the default is a limit that is never reached.
    limiter,

    // A job stalls if its worker no longer renews the lock, for example after a crash. BullMQ must not run it again, because
    // its input may have been sent. The job fails instead, and `recoverLostJobs` looks at its record.
    lockDuration,
    stalledInterval: lockDuration,
    maxStalledCount: 0,

    // If the connection is lost while a job ends, BullMQ by default delays the next job by 15 s.
    runRetryDelay: 1_000,

    // The outcome is in the record of the queue, so BullMQ need not keep the job. It keeps failed jobs, for `recoverLostJobs`.
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
  const end = Date.now() + RECONNECTION_TIMEOUT
  while (client !== undefined && client.status !== 'ready' && Date.now() < end) await delay(CONNECTION_INTERVAL)
  await bullWorker.close()
}

interface RecoveryOptions {
  readonly onError: (error: Error) => void
  /** Ends the loop. */
  readonly signal: AbortSignal
}

/**
 * Gives lost jobs of any worker back to the queue, until the worker closes. A job fails only if its worker has died, was stopped
 * for longer than its lock, or has lost Redis. The next worker reads in the record whether the run was started.
 */
async function recoverLostJobs({ bull: bullQueue, internals }: RunQueue, { onError, signal }: RecoveryOptions): Promise<void> {
  while (!signal.aborted) {
    // A worker without a job must also notice that Redis has lost the queue, before other processes trust it.
    await internals.guard.check().catch(onError)
    await retryFailedJobs(bullQueue).catch(onError)
    await delay(LOST_JOBS_INTERVAL, undefined, { signal }).catch(() => {})
  }
}

/** Retries failed jobs, if there are any. With telemetry, each retry is a span, also one without jobs. */
async function retryFailedJobs(bullQueue: RunQueue['bull']): Promise<void> {
  if ((await bullQueue.getFailedCount()) > 0) await bullQueue.retryJobs({ state: 'failed' })
}
