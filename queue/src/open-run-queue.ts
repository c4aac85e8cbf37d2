import { type BatchProgress, ConfigurationError } from '@wfhost/sdk'
import { Queue } from 'bullmq'
import { checkServer } from './check-server.ts'
import { connect } from './connection.ts'
import { readOutcomes, retryUnknown } from './outcomes.ts'
import { createBatchStore, createRecord, type QueuedInput } from './record.ts'
import { PREFIX, type RunQueue, type RunQueueOptions } from './run-queue.ts'

/**
 * Opens the queue of that name, which is made when the first input is added.
 *
 * @throws ConfigurationError for a name or a client that BullMQ does not take, and if no Redis answers.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { openRunQueue } from '@wfhost/queue'
 *
 * const queue = await openRunQueue('tickets')
 * const { waiting, stopped } = await queue.status()
 * assert.deepEqual([waiting, stopped], [0, undefined])
 * await queue.close()
 * ```
 */
export async function openRunQueue(name: string, options: RunQueueOptions = {}): Promise<RunQueue> {
  if (!/^[^:{}\s]+$/.test(name)) {
    throw new ConfigurationError(`Cannot open the queue '${name}': its name must have no colon, brace or space, and not be empty`)
  }
  const { connection, onError = () => {}, telemetry } = options
  const { owned, redis } = await connect(connection)
  const tagged = `{${name}}`
  const bull = new Queue<QueuedInput>(tagged, { connection: redis, prefix: PREFIX, ...(telemetry && { telemetry }) })
  bull.on('error', onError)
  const keyOf = (end: string) => `${PREFIX}:${tagged}:${end}`
  const keys = { batch: keyOf('batch'), runs: keyOf('runs'), outcomes: keyOf('outcomes') }
  const pause = async (reason = 'somebody paused it') => {
    await redis.hset(keys.batch, 'stopped', reason)
    await bull.pause()
  }
  const stopped = async () => (await redis.hget(keys.batch, 'stopped')) ?? undefined
  const record = createRecord({ redis, keys, stop: pause })
  const queue: RunQueue = {
    name,
    bull,
    redis,
    record: createBatchStore(record, { stopped }),
    status: async () => {
      const counts = await bull.getJobCounts('waiting', 'active', 'failed')
      const batch = await redis.hgetall(keys.batch)
      const number = (field: string) => Number(batch[field] ?? 0)
      const waits = number('until') > Date.now()
      return {
        waiting: counts['waiting'] ?? 0,
        active: (counts['active'] ?? 0) + (counts['failed'] ?? 0),
        succeeded: number('succeeded'),
        failed: number('failed'),
        refused: number('refused'),
        unknown: number('unknown'),
        workers: await bull.getWorkersCount(),
        pausedUntil: waits ? number('until') : undefined,
        pauseReason: waits ? toReason(batch['why']) : undefined,
        stopped: batch['stopped'],
      }
    },
    pause,
    resume: async () => {
      await record.accept()
      await redis.del(keyOf('limiter'))
      await bull.resume()
    },
    retryUnknown: () => retryUnknown(queue),
    outcomes: (wanted) => readOutcomes(queue, wanted),
    check: () => checkServer(redis),
    close: async () => {
      await bull.close()
      if (owned) await redis.quit()
    },
    internals: { keys, record, stopped, telemetry },
  }
  return queue
}

function toReason(why: string | undefined): BatchProgress['pauseReason'] {
  return why === 'rate_limited' || why === 'connection' || why === 'unknown' ? why : undefined
}
