import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster, Redis } from 'ioredis'
import { keepsEverything } from './check-server.ts'
import type { RunScript } from './connection.ts'
import { type EpochFile, PENDING } from './epoch-file.ts'
import { createEpoch, type Epoch, judgeMemory, MISSING, type QueueMemory, type QueueSight, RESTARTED } from './queue-memory.ts'
import { explainForgotten, explainMissing, QueueStoppedError } from './queue-stopped-error.ts'

interface MemoryGuardOptions {
  /** The name of the queue, for messages. */
  readonly name: string
  readonly redis: Redis | Cluster
  readonly run: RunScript
  /** Remembers outside Redis that the queue exists; undefined if only Redis does. */
  readonly file: EpochFile | undefined
  /** Stops the jobs of BullMQ. */
  readonly pauseJobs: () => Promise<void>
}

/** The conclusion of a process from the state of Redis. */
export type JudgedMemory = Exclude<QueueMemory, { readonly kind: 'restarted' }>

/** Knows which epoch of a queue this process trusts. */
export type MemoryGuard = ReturnType<typeof createMemoryGuard>

/** For so long another process may take to create the queue, in milliseconds. */
const CREATION = 2_000

/** How often that is looked at, in milliseconds. */
const LOOK_EVERY = 100

export function createMemoryGuard({ file, name, pauseJobs, redis, run }: MemoryGuardOptions) {
  let known: Epoch | undefined

  /** Looks at Redis, and stops the queue if Redis may have forgotten what was sent. */
  async function check(): Promise<JudgedMemory> {
    if (known === undefined && file !== undefined) await readFile(file)
    const sight = await look()

    const memory = await judgeRestart(judgeMemory(sight, known), sight)

    if (memory.kind === 'trusted') await trust(memory.epoch)
    if (memory.kind === 'forgotten' && sight.forgotten === undefined) await markForgotten(memory.reason, sight.epoch)
    return memory
  }

  async function look(): Promise<QueueSight> {
    return toSight(await run('look'))
  }

  /** Learns the epoch from the file. If another process is creating the queue, waits until it has. */
  async function readFile(epochFile: EpochFile): Promise<void> {
    const end = Date.now() + CREATION
    for (;;) {
      const found = await epochFile.read()
      if (found !== PENDING) {
        known ??= found
        return
      }
      const { epoch } = await look()
      if (epoch !== undefined) return
      if (Date.now() > end) break
      await delay(LOOK_EVERY)
    }
    // Its creator died in between, or Redis has lost the queue since then.
    known ??= PENDING
  }

  /** Trusts a server that was restarted only if it kept everything, before the restart and now. */
  async function judgeRestart(memory: QueueMemory, { keptEverything }: QueueSight): Promise<JudgedMemory> {
    if (memory.kind === 'missing' || memory.kind === 'forgotten') return memory

    const isSafe = keptEverything && (await keepsEverything(redis))
    if (memory.kind === 'trusted') {
      if (keptEverything && !isSafe) await run('keepLess', memory.epoch)
      return memory
    }

    if (!isSafe) return { kind: 'forgotten', reason: RESTARTED }
    await run('move', memory.epoch)
    return { kind: 'trusted', epoch: memory.epoch }
  }

  async function trust(epoch: Epoch): Promise<void> {
    if (epoch === known) return
    await file?.replace(epoch)
    known = epoch
  }

  async function markForgotten(reason: string, seen: Epoch | undefined): Promise<void> {
    if ((await run('forget', seen ?? '', reason)) === 1) await pauseJobs()
  }

  /** Begins the first epoch. Resolves with false if there is one, or a stop that a person has to lift. */
  async function create(): Promise<boolean> {
    const epoch = createEpoch(await redisTime(), [known])
    const isCreated = await sendCreation(epoch, 'person')
    if (isCreated) await trust(epoch)
    return isCreated
  }

  /** Reserves the file first: nothing is sent in an epoch without a trace outside Redis. */
  async function createWithFile(epochFile: EpochFile): Promise<void> {
    if (!(await epochFile.reserve())) return
    const epoch = createEpoch(await redisTime(), [])
    const isCreated = await sendCreation(epoch, 'file')
    const created = isCreated ? epoch : (await look()).epoch
    if (created !== undefined) await epochFile.replace(created)
  }

  async function sendCreation(epoch: Epoch, author: 'person' | 'file'): Promise<boolean> {
    return (await run('create', epoch, author, await readKept())) === 1
  }

  async function readKept(): Promise<string> {
    return (await keepsEverything(redis)) ? '1' : ''
  }

  async function redisTime(): Promise<number> {
    const [seconds] = await redis.time()
    return Number(seconds) * 1_000
  }

  function toError(task: string, memory: JudgedMemory): QueueStoppedError | undefined {
    if (memory.kind === 'trusted') return undefined
    if (memory.kind === 'missing') return new QueueStoppedError(task, { reason: MISSING, remedy: explainMissing(name) })
    return new QueueStoppedError(task, { reason: memory.reason, remedy: explainForgotten(name) })
  }

  /** Rejects with a QueueStoppedError unless Redis can be trusted to know what was sent. */
  async function requireTrusted(task: string): Promise<void> {
    const error = toError(task, await check())
    if (error) throw error
  }

  return {
    check,
    create,
    requireTrusted,
    knownEpoch: () => known,

    /** Must precede adding inputs. Creates the queue if a file can remember it; otherwise only a person can. */
    openForAdding: async (task: string) => {
      const memory = await check()
      if (memory.kind === 'missing' && file !== undefined) await createWithFile(file)
      await requireTrusted(task)
    },

    /** Begins another epoch, which lifts a stop because of what Redis may have forgotten. */
    lift: async () => {
      const { epoch } = await look()
      const next = createEpoch(await redisTime(), [epoch, known])
      await run('lift', next, await readKept())
      await trust(next)
    },
  }
}

/** Reads what the script `look` returns. */
function toSight(found: unknown): QueueSight {
  const [epoch, author, isSameServer, isWhole, forgotten, kept] = found as readonly string[]
  return {
    epoch: epoch || undefined,
    author: author === 'person' || author === 'file' ? author : undefined,
    isSameServer: isSameServer === '1',
    isWhole: isWhole === '1',
    forgotten: forgotten || undefined,
    keptEverything: kept === '1',
  }
}
