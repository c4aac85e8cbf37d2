import {
  type APIError,
  type BatchItem,
  type ConfigurationError,
  type RateLimitError,
  runMany,
  type WorkflowClient,
} from '@wfhost/sdk'
import { RateLimitError as BullRateLimitError, type Job } from 'bullmq'
import { type Attempt, createLostError, type QueuedInput, toRecordedItem } from './record.ts'
import type { RunQueue } from './run-queue.ts'

/** The outcome of an input as in `runMany`, with its ID and its key. */
export type QueueItem = BatchItem<Record<string, unknown>> & { readonly id: string; readonly key?: string | undefined }

/** The options of a worker that apply to each job. */
export interface JobOptions {
  readonly queue: RunQueue
  readonly client: Pick<WorkflowClient, 'run'>
  /** Milliseconds for one run. */
  readonly timeout?: number | undefined
  /** Unknown outcomes in a row after which a single input tries whether the service is well. */
  readonly maxUnknownOutcomes: number
  readonly onOutcome?: ((item: QueueItem) => unknown) | undefined
  readonly onError?: ((error: Error) => void) | undefined
}

type QueuedJob = Job<QueuedInput>

/**
 * Sends the input of a job and records its outcome. An input that an earlier attempt started is never sent again: if it has no
 * outcome yet, the outcome is recorded as unknown.
 *
 * `claim` records the start of the input, or says why the input must not be sent.
 *
 * @throws {BullRateLimitError} if no input may be sent now. BullMQ then puts the job back.
 */
export async function runJob(job: QueuedJob, workerToken: string, options: JobOptions): Promise<void> {
  const { maxUnknownOutcomes, queue } = options
  // BullMQ reuses a worker token for many jobs. The attempt number makes the token unique.
  const attempt: Attempt = { id: job.id ?? '', token: `${workerToken}:${job.attemptsStarted}`, maxUnknownOutcomes }
  const claimResult = await queue.internals.inputRecords.claim(attempt)

  switch (claimResult.kind) {
    case 'wait':
      // No worker may send now, for example after a 429.
      throw new BullRateLimitError()
    case 'settled':
      // An earlier attempt has recorded the outcome.
      return
    case 'alreadyStarted':
      // BullMQ gives a job to one worker at a time. So the worker of the earlier attempt has lost the job, for example because
      // it died. The input may have reached the service, and must not be sent again.
      await recordLostRun(job, claimResult.token, queue)
      return
    case 'claimed':
      await sendInput(job, attempt, options)
      return
  }
}

/** Records the outcome of an earlier attempt as unknown, because its worker has lost the job. */
async function recordLostRun({ data, id = '', name: flowId }: QueuedJob, token: string, { internals }: RunQueue): Promise<void> {
  const item = toRecordedItem(flowId, data, { error: createLostError('worker') })
  await internals.inputRecords.recordOutcome({ id, token }, { outcome: 'unknown', item, lost: true, mark: data.mark })
}

/**
 * Sends the input of a job whose start is recorded, and records and reports the outcome.
 *
 * @throws {BullRateLimitError} if the service refuses all inputs now, such as after a 429. The input then counts as not started, and
 *   BullMQ gives its job to a worker again later.
 */
async function sendInput(job: QueuedJob, attempt: Attempt, options: JobOptions): Promise<void> {
  const { data, name: flowId } = job
  const item = await runOnce(flowId, data.input, options)

  if (item.outcome === 'refused' && wouldRefuseAllInputs(item.error)) {
    await undoStart(options.queue, attempt, item.error)
    throw new BullRateLimitError()
  }

  // The mark identifies the producer and the content of the input. With it, the producer notices when two different inputs have
  // the same key.
  const settlement = { outcome: item.outcome, item: toRecordedItem(flowId, data, item), mark: data.mark }
  const entryId = await options.queue.internals.inputRecords.recordOutcome(attempt, settlement)

  // In the batch of one input, the index is always 0. The job has the index among all inputs.
  await reportOutcome({ ...item, id: attempt.id, key: data.key, index: data.index }, entryId, options)
}

/** Sends an input once, and returns its outcome as `runMany` describes it. */
async function runOnce(
  flowId: string,
  input: unknown,
  { client, timeout }: JobOptions,
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

/** Undoes the start of an input that was not run. If only a person can remove the reason, pauses the queue until then. */
async function undoStart(queue: RunQueue, attempt: Attempt, error: APIError): Promise<void> {
  const why = findWaitReason(error)
  const retryAfterMs = isRateLimitError(error) ? error.retryAfterMs : undefined
  // A Retry-After of 0 states no time, so backoff applies.
  await queue.internals.inputRecords.giveBack(attempt, { why, wait: retryAfterMs || undefined })
  if (why === undefined) await queue.pause(error.message)
}

/** Returns whether the service responded with 429. It reads the code, because a client may belong to another copy of the SDK. */
function isRateLimitError(error: APIError): error is RateLimitError {
  return error.code === 'rate_limited'
}

/** Returns why inputs wait before they are sent again, or undefined if only a person can remove the reason. */
function findWaitReason({ code, status }: APIError): 'rate_limited' | 'connection' | undefined {
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
  { onError, onOutcome, queue }: JobOptions,
): Promise<void> {
  if (onOutcome === undefined || entryId === undefined) return
  try {
    await onOutcome(item)
    if (item.outcome !== 'unknown') await queue.redis.xdel(queue.internals.keys.outcomes, entryId)
  } catch (thrown) {
    onError?.(thrown instanceof Error ? thrown : new Error(String(thrown)))
  }
}
