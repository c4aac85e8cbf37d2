import { type BatchProgress, ConfigurationError } from '@wfhost/sdk'
import { type Checks, checkOptions, isFunction, isName, isObject } from '@wfhost/sdk/batch-file'
import { Queue } from 'bullmq'
import { createBatchStore } from './batch-store.ts'
import { checkServer } from './check-server.ts'
import { connect, defineScripts } from './connection.ts'
import { createEpochFile } from './epoch-file.ts'
import { createMemoryGuard, type JudgedMemory } from './memory-guard.ts'
import { readOutcomes, retryUnknown } from './outcomes.ts'
import { MISSING } from './queue-memory.ts'
import { createRecord, type QueuedInput } from './record.ts'
import { PREFIX, type ResumeOptions, type RunQueue, type RunQueueOptions } from './run-queue.ts'

const checks: Checks<RunQueueOptions> = {
  connection: [
    'an address, or a client of ioredis with maxRetriesPerRequest: null',
    (value) => typeof value === 'string' || Object(value).defineCommand,
  ],
  file: isName,
  telemetry: isObject,
  onError: isFunction,
}

/**
 * Opens the queue of that name. A queue is created once, with `create`, `wfhost queue create`, or a `file`.
 *
 * @throws ConfigurationError for a name, an option, an address, a database or a client that cannot be used; RedisConnectionError if no Redis answers
 *   within 10 s, or refuses the password.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { openRunQueue } from '@wfhost/queue'
 *
 * const queue = await openRunQueue('invoices')
 * await queue.create()
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
  const { connection, file, onError = () => {}, telemetry } = options
  const redis = await connect(connection)
  const tagged = `{${name}}`
  const bull = new Queue<QueuedInput>(tagged, { connection: redis, prefix: PREFIX, ...(telemetry && { telemetry }) })
  bull.on('error', onError)
  const [batch, runs, outcomes, limiter, inProgress] = ['batch', 'runs', 'outcomes', 'limiter', 'under-way'].map((end) =>
    bull.toKey(end),
  ) as [string, string, string, string, string]
  const run = defineScripts(redis, [batch, runs, outcomes, limiter])
  const pause = async (reason = 'somebody paused it') => {
    await redis.hset(batch, 'stopped', reason)
    await bull.pause()
  }
  const guard = createMemoryGuard({
    name,
    redis,
    run,
    file: file === undefined ? undefined : createEpochFile(file, name),
    pauseJobs: () => bull.pause(),
  })
  const record = createRecord({ guard, run, stop: pause })
  const stopped = async () => (await redis.hget(batch, 'stopped')) ?? undefined
  const store = createBatchStore({ redis, guard, record, inProgress, stopped })
  const resume = async (wanted: ResumeOptions = {}) => {
    checkOptions(wanted, resumeChecks)
    const memory = await guard.check()
    if (memory.kind === 'forgotten' && wanted.mayRunTwice === true) await guard.lift()
    else await guard.requireTrusted(`resume the queue '${name}'`)
    await run('resume')
    await bull.resume()
  }
  const queue: RunQueue = {
    name,
    bull,
    redis,
    store,
    status: async () => {
      const memory = await guard.check()
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
        stopped: whyStopped(memory) ?? said['stopped'],
      }
    },
    pause,
    create: async () => {
      if (await guard.create()) return
      await guard.requireTrusted(`create the queue '${name}'`)
      throw new ConfigurationError(
        `Cannot create the queue '${name}': Redis has it already. Add inputs to it, or choose another name`,
      )
    },
    resume: (wanted) => resume(wanted),
    retryUnknown: () => retryUnknown(queue),
    outcomes: (wanted) => readOutcomes(queue, wanted),
    check: () => checkServer(redis),
    close: async () => {
      await bull.close()
      // A connection that is lost at this moment cannot say goodbye.
      if (redis !== connection) await redis.quit().catch(() => redis.disconnect())
    },
    internals: { guard, record, run, settleLost: store.settleLost, telemetry, keys: { runs, outcomes } },
  }
  return queue
}

const resumeChecks: Checks<ResumeOptions> = {
  mayRunTwice: ['true or false', (value) => typeof value === 'boolean'],
}

function whyStopped(memory: JudgedMemory): string | undefined {
  if (memory.kind === 'missing') return MISSING
  return memory.kind === 'forgotten' ? memory.reason : undefined
}

function toReason(why: string | undefined): BatchProgress['pauseReason'] {
  return why === 'rate_limited' || why === 'connection' || why === 'unknown' ? why : undefined
}
