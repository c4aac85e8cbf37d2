import { type BatchProgress, ConfigurationError } from '@wfhost/sdk'
import { type Checks, checkOptions, isFunction, isName, isObject } from '@wfhost/sdk/batch-file'
import { Queue } from 'bullmq'
import { createBatchStore, type QueueBatchStore } from './batch-store.ts'
import { checkServer } from './check-server.ts'
import { connect, defineScripts, type ExecuteScript, type ScriptKeys } from './connection.ts'
import { createEpochFile } from './epoch-file.ts'
import { type JudgedMemory, MemoryGuard } from './memory-guard.ts'
import { readOutcomes, retryUnknown } from './outcomes.ts'
import { MISSING } from './queue-memory.ts'
import { InputRecords, type QueuedInput } from './record.ts'
import { PREFIX, type QueueStatus, type ResumeOptions, type RunQueue, type RunQueueOptions } from './run-queue.ts'

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
 * @throws ConfigurationError for a name, an option, an address, a database or a client that cannot be used; RedisConnectionError if no Redis responds
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

  const redis = await connect(options.connection)
  return new RedisRunQueue(name, redis, options)
}

/** Returns the keys in Redis that the scripts of a queue read and write. */
function createKeys(bullQueue: RunQueue['bull']): ScriptKeys {
  return {
    // A hash with the counts and the state of the queue.
    batch: bullQueue.toKey('batch'),
    // A hash with the state of each input, by its ID.
    runs: bullQueue.toKey('runs'),
    // A stream of the recorded outcomes.
    outcomes: bullQueue.toKey('outcomes'),
    // The counter of BullMQ's rate limit. A script sets it to the highest number to make all workers wait.
    limiter: bullQueue.toKey('limiter'),
  }
}

function createBullQueue(name: string, redis: RunQueue['redis'], options: RunQueueOptions): RunQueue['bull'] {
  const { onError = () => {}, telemetry } = options
  const settings = {
    connection: redis,
    prefix: PREFIX,
    // Opening a queue writes nothing, so that a name with a typo leaves nothing in Redis.
    skipMetasUpdate: true,
    ...(telemetry && { telemetry }),
  }

  // In a cluster, all keys with the same text in braces are on one server.
  const bullQueue = new Queue<QueuedInput>(`{${name}}`, settings)
  bullQueue.on('error', onError)
  return bullQueue
}

/** The parts that read and change the state of a queue in Redis. */
interface QueueState {
  readonly keys: ScriptKeys
  readonly executeScript: ExecuteScript
  readonly guard: MemoryGuard
  readonly inputRecords: InputRecords
}

/** A queue in Redis. */
class RedisRunQueue implements RunQueue {
  readonly name: string
  readonly bull: RunQueue['bull']
  readonly redis: RunQueue['redis']
  readonly store: RunQueue['store']
  readonly internals: RunQueue['internals']
  readonly #options: RunQueueOptions

  constructor(name: string, redis: RunQueue['redis'], options: RunQueueOptions) {
    this.name = name
    this.redis = redis
    this.#options = options

    // BullMQ, a library for jobs in Redis, distributes the inputs to the workers.
    this.bull = createBullQueue(name, redis, options)
    const state = this.#createState()

    // A call of `runMany` in any process can use the queue as its store.
    const store = this.#createStore(state)
    this.store = store

    // The workers and the commands of this package use these members.
    this.internals = { ...state, settleRunsOfDeadBatches: store.settleRunsOfDeadBatches, telemetry: options.telemetry }
  }

  #createState(): QueueState {
    const keys = createKeys(this.bull)
    // Each change of the state is one script, so that no worker on any machine sees half of a change.
    const executeScript = defineScripts(this.redis, keys)
    // The guard stops the queue if Redis may have lost data.
    const guard = this.#createGuard(executeScript)
    // The records have the start and the outcome of each input.
    const inputRecords = new InputRecords({ guard, executeScript, pause: (reason) => this.pause(reason) })
    return { keys, executeScript, guard, inputRecords }
  }

  #createGuard(executeScript: ExecuteScript): MemoryGuard {
    const { file: epochPath } = this.#options
    return new MemoryGuard({
      name: this.name,
      redis: this.redis,
      executeScript,
      file: epochPath === undefined ? undefined : createEpochFile(epochPath, this.name),
      pauseJobs: () => this.bull.pause(),
    })
  }

  #createStore({ guard, inputRecords, keys }: QueueState): QueueBatchStore {
    return createBatchStore({
      redis: this.redis,
      guard,
      inputRecords,
      inProgress: this.bull.toKey('under-way'),
      readStopReason: async () => (await this.redis.hget(keys.batch, 'stopped')) ?? undefined,
    })
  }

  readonly status = async (): Promise<QueueStatus> => {
    const memory = await this.internals.guard.check()
    const jobs = await this.bull.getJobCounts('waiting', 'active', 'failed')
    const batch = await this.redis.hgetall(this.internals.keys.batch)
    // The limit of a worker counts as a rate limit, too. It never reaches this number.
    const pauseMs = await this.bull.getRateLimitTtl(Number.MAX_SAFE_INTEGER)
    const isPaused = pauseMs > 0
    const countOf = (outcome: string) => Number(batch[outcome] ?? 0)

    return {
      waiting: jobs['waiting'] ?? 0,
      // A failed job belongs to a worker that has died. Another worker takes it soon.
      active: (jobs['active'] ?? 0) + (jobs['failed'] ?? 0),
      succeeded: countOf('succeeded'),
      failed: countOf('failed'),
      refused: countOf('refused'),
      unknown: countOf('unknown'),
      workers: await this.bull.getWorkersCount(),
      pausedUntil: isPaused ? Date.now() + pauseMs : undefined,
      pauseReason: isPaused ? toReason(batch['why']) : undefined,
      stopped: whyStopped(memory) ?? batch['stopped'],
    }
  }

  readonly pause = async (reason = 'somebody paused it'): Promise<void> => {
    await this.redis.hset(this.internals.keys.batch, 'stopped', reason)
    await this.bull.pause()
  }

  readonly create = async (): Promise<void> => {
    const { guard } = this.internals
    if (await guard.create()) return

    await guard.requireTrusted(`create the queue '${this.name}'`)
    throw new ConfigurationError(
      `Cannot create the queue '${this.name}': Redis has it already. Add inputs to it, or choose another name`,
    )
  }

  readonly resume = async (options: ResumeOptions = {}): Promise<void> => {
    checkOptions(options, resumeChecks)
    const { guard, executeScript } = this.internals

    const memory = await guard.check()
    if (memory.kind === 'forgotten' && options.mayRunTwice === true) await guard.lift()
    else await guard.requireTrusted(`resume the queue '${this.name}'`)

    await executeScript('resume')
    await this.bull.resume()
  }

  readonly retryUnknown = () => retryUnknown(this)

  readonly outcomes: RunQueue['outcomes'] = (options) => readOutcomes(this, options)

  readonly check = () => checkServer(this.redis)

  readonly close = async (): Promise<void> => {
    await this.bull.close()
    if (this.redis === this.#options.connection) return
    // A connection that is lost at this moment cannot send QUIT.
    await this.redis.quit().catch(() => this.redis.disconnect())
  }

  readonly [Symbol.asyncDispose] = (): Promise<void> => this.close()
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
