import { randomUUID } from 'node:crypto'
import { type BatchProgress, ConfigurationError } from '@wfhost/sdk'
import { type Checks, checkOptions, isFunction, isObject } from '@wfhost/sdk/batch-file'
import { Queue } from 'bullmq'
import { createBatchStore } from './batch-store.ts'
import { checkServer } from './check-server.ts'
import { connect, defineScripts } from './connection.ts'
import { readOutcomes, retryUnknown } from './outcomes.ts'
import { createRecord, FORGOTTEN, type QueuedInput } from './record.ts'
import { PREFIX, type RunQueue, type RunQueueOptions } from './run-queue.ts'

const checks: Checks<RunQueueOptions> = {
  connection: [
    'an address, or a client of ioredis with maxRetriesPerRequest: null',
    (value) => typeof value === 'string' || Object(value).defineCommand,
  ],
  telemetry: isObject,
  onError: isFunction,
}

/**
 * Opens the queue of that name, which is made when the first input is added.
 *
 * @throws ConfigurationError for a name, an option, an address, a database or a client that cannot be used; RedisConnectionError if no Redis answers
 *   within 10 s, or refuses the password.
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
  checkOptions(options, checks)
  const { connection, onError = () => {}, telemetry } = options
  const redis = await connect(connection)
  const tagged = `{${name}}`
  const bull = new Queue<QueuedInput>(tagged, { connection: redis, prefix: PREFIX, ...(telemetry && { telemetry }) })
  bull.on('error', onError)
  const [batch, runs, outcomes, limiter, underWay] = ['batch', 'runs', 'outcomes', 'limiter', 'under-way'].map((end) =>
    bull.toKey(end),
  ) as [string, string, string, string, string]
  const run = defineScripts(redis, [batch, runs, outcomes, limiter])
  const pause = async (reason = 'somebody paused it') => {
    await redis.hset(batch, 'stopped', reason)
    await bull.pause()
  }
  const record = createRecord({ redis, run, batch, stop: pause })
  const stopped = async () => (await redis.hget(batch, 'stopped')) ?? undefined
  const store = createBatchStore({ redis, record, underWay, stopped })
  const queue: RunQueue = {
    name,
    bull,
    redis,
    record: store,
    status: async () => {
      const counts = await bull.getJobCounts('waiting', 'active', 'failed')
      const said = await redis.hgetall(batch)
      // A rate of one's own is a limit, too, and never that large.
      const wait = await bull.getRateLimitTtl(Number.MAX_SAFE_INTEGER)
      const number = (field: string) => Number(said[field] ?? 0)
      const workers = await bull.getWorkersCount()
      return {
        waiting: counts['waiting'] ?? 0,
        active: (counts['active'] ?? 0) + (counts['failed'] ?? 0),
        succeeded: number('succeeded'),
        failed: number('failed'),
        refused: number('refused'),
        unknown: number('unknown'),
        workers,
        pausedUntil: wait > 0 ? Date.now() + wait : undefined,
        pauseReason: wait > 0 ? toReason(said['why']) : undefined,
        stopped: said['stopped'] ?? (record.isForgotten(said, workers) ? FORGOTTEN : undefined),
      }
    },
    pause,
    resume: async () => {
      await run('accept', randomUUID())
      await bull.resume()
    },
    retryUnknown: () => retryUnknown(queue),
    outcomes: (wanted) => readOutcomes(queue, wanted),
    check: () => checkServer(redis),
    close: async () => {
      await bull.close()
      if (redis !== connection) await redis.quit()
    },
    internals: { record, run, settleLost: store.settleLost, telemetry, keys: { runs, outcomes } },
  }
  return queue
}

function toReason(why: string | undefined): BatchProgress['pauseReason'] {
  return why === 'rate_limited' || why === 'connection' || why === 'unknown' ? why : undefined
}
