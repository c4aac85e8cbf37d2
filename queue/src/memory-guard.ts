import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster, Redis } from 'ioredis'
import { keepsEverything } from './check-server.ts'
import type { ExecuteScript } from './connection.ts'
import { type EpochFile, PENDING } from './epoch-file.ts'
import { createEpoch, type Epoch, judgeMemory, MISSING, type QueueMemory, type QueueSight, RESTARTED } from './queue-memory.ts'
import { explainForgotten, explainMissing, QueueStoppedError } from './queue-stopped-error.ts'

interface MemoryGuardOptions {
  /** The name of the queue, for messages. */
  readonly name: string
  readonly redis: Redis | Cluster
  readonly executeScript: ExecuteScript
  /** Remembers outside Redis that the queue exists; undefined if only Redis does. */
  readonly file: EpochFile | undefined
  /** Stops the jobs of BullMQ. */
  readonly pauseJobs: () => Promise<void>
}

/** The conclusion of a process from the state of Redis. */
export type JudgedMemory = Exclude<QueueMemory, { readonly kind: 'restarted' }>

/** How long another process may take to create the queue, in milliseconds. */
const CREATION_TIME = 2_000

/** How often the file is read while another process creates the queue, in milliseconds. */
const READ_INTERVAL = 100

/**
 * Stops a queue if Redis may have forgotten which inputs were sent. Otherwise these inputs would run again.
 *
 * Redis has the epoch of the queue, an ID that each new queue gets. Each process remembers the epoch that it trusts, and a file may
 * remember it too. If Redis has lost the queue, it has no epoch, or another one. If Redis was restarted with the same epoch,
 * its settings decide whether it may have lost the last inputs.
 */
export class MemoryGuard {
  readonly #options: MemoryGuardOptions
  /** The epoch that this process trusts. */
  #known: Epoch | undefined

  constructor(options: MemoryGuardOptions) {
    this.#options = options
  }

  /** The epoch that this process trusts. Undefined before the first check. */
  knownEpoch(): Epoch | undefined {
    return this.#known
  }

  /** Returns whether this process trusts an epoch, so that it can add inputs. */
  isOpen(): boolean {
    return this.#known !== undefined
  }

  /** Reads the state of Redis, and stops the queue if Redis may have forgotten what was sent. */
  async check(): Promise<JudgedMemory> {
    const { file } = this.#options
    if (this.#known === undefined && file !== undefined) await this.#readFile(file)

    const sight = await this.#look()
    const memory = await this.#judgeRestart(judgeMemory(sight, this.#known), sight)

    if (memory.kind === 'trusted') await this.#trust(memory.epoch)

    // Other processes must stop too, unless one of them has stopped the queue already.
    if (memory.kind === 'forgotten' && sight.forgotten === undefined) await this.#markForgotten(memory.reason, sight.epoch)
    return memory
  }

  /** Rejects with a QueueStoppedError unless the record of what was sent can be trusted. */
  async requireTrusted(task: string): Promise<void> {
    const memory = await this.check()
    const error = createStoppedError(task, memory, this.#options.name)
    if (error !== undefined) throw error
  }

  /** Must precede adding inputs. Creates the queue if a file can remember it; otherwise only a person can. */
  async openForWriting(task: string): Promise<void> {
    const { file } = this.#options
    const memory = await this.check()
    if (memory.kind === 'missing' && file !== undefined) await this.#createWithFile(file)
    await this.requireTrusted(task)
  }

  /** Begins the first epoch. Resolves with false if there is one, or a stop that a person has to lift. */
  async create(): Promise<boolean> {
    const epoch = createEpoch(await this.#readTime(), [this.#known])
    const isCreated = await this.#sendCreation(epoch, 'person')
    if (isCreated) await this.#trust(epoch)
    return isCreated
  }

  /** Begins another epoch, which lifts a stop because of what Redis may have forgotten. */
  async lift(): Promise<void> {
    const { epoch } = await this.#look()
    const next = createEpoch(await this.#readTime(), [epoch, this.#known])
    await this.#options.executeScript('lift', next, await this.#readKept())
    await this.#trust(next)
  }

  async #look(): Promise<QueueSight> {
    return toSight(await this.#options.executeScript('look'))
  }

  /**
   * Reads the epoch from the file. While another process creates the queue, the file has `PENDING` instead of an epoch, so this
   * waits for the epoch in the file or in Redis, for at most `CREATION_TIME`.
   */
  async #readFile(file: EpochFile): Promise<void> {
    const end = Date.now() + CREATION_TIME

    while (Date.now() <= end) {
      const epochOfFile = await file.read()
      if (epochOfFile !== PENDING) {
        this.#known ??= epochOfFile
        return
      }

      // The file follows soon if Redis has the queue.
      const { epoch: epochOfRedis } = await this.#look()
      if (epochOfRedis !== undefined) return

      await delay(READ_INTERVAL)
    }

    // The creator died in between, or Redis has lost the queue since then. With `PENDING`, a Redis without an epoch counts as one that
    // has lost the queue, and only an epoch that a person begins is accepted.
    this.#known ??= PENDING
  }

  /**
   * Decides what a restart of Redis means. A server that was restarted is trusted only if its settings make it write everything to
   * its disk before it responds, and did so before the restart. The script `keepLess` notes that a server no longer does.
   */
  async #judgeRestart(memory: QueueMemory, { keptEverything }: QueueSight): Promise<JudgedMemory> {
    if (memory.kind === 'missing' || memory.kind === 'forgotten') return memory

    const { redis, executeScript } = this.#options
    const isSafe = keptEverything && (await keepsEverything(redis))
    if (memory.kind === 'trusted') {
      // Without a restart, nothing is lost. The note decides at the next restart.
      const keepsLessNow = keptEverything && !isSafe
      if (keepsLessNow) await executeScript('keepLess', memory.epoch)
      return memory
    }

    if (!isSafe) return { kind: 'forgotten', reason: RESTARTED }
    await executeScript('move', memory.epoch)
    return { kind: 'trusted', epoch: memory.epoch }
  }

  /** Remembers an epoch in this process, and in the file if there is one. */
  async #trust(epoch: Epoch): Promise<void> {
    if (epoch === this.#known) return
    await this.#options.file?.replace(epoch)
    this.#known = epoch
  }

  /** Stops the queue in all processes, unless a person has begun another epoch since this process looked. */
  async #markForgotten(reason: string, epoch: Epoch | undefined): Promise<void> {
    const { pauseJobs, executeScript } = this.#options
    const isMarked = (await executeScript('forget', epoch ?? '', reason)) === 1
    if (isMarked) await pauseJobs()
  }

  /**
   * Creates the queue, and writes its epoch to a file. The file is reserved first, so that no input is sent while only Redis knows
   * of the queue.
   */
  async #createWithFile(file: EpochFile): Promise<void> {
    const isReserved = await file.reserve()
    if (!isReserved) return

    const epoch = createEpoch(await this.#readTime(), [])
    const isCreated = await this.#sendCreation(epoch, 'file')
    // Another process may have created the queue in the meantime.
    const currentEpoch = isCreated ? epoch : (await this.#look()).epoch
    if (currentEpoch !== undefined) await file.replace(currentEpoch)
  }

  async #sendCreation(epoch: Epoch, author: 'person' | 'file'): Promise<boolean> {
    return (await this.#options.executeScript('create', epoch, author, await this.#readKept())) === 1
  }

  async #readKept(): Promise<string> {
    return (await keepsEverything(this.#options.redis)) ? '1' : ''
  }

  /** Reads the time of Redis in milliseconds, because the clocks of machines differ. */
  async #readTime(): Promise<number> {
    const [seconds] = await this.#options.redis.time()
    return Number(seconds) * 1_000
  }
}

/** Creates the error for a queue that cannot be trusted, with a remedy. Returns undefined for a queue that can. */
function createStoppedError(task: string, memory: JudgedMemory, queue: string): QueueStoppedError | undefined {
  switch (memory.kind) {
    case 'trusted':
      return undefined
    case 'missing':
      return new QueueStoppedError(task, { reason: MISSING, remedy: explainMissing(queue) })
    case 'forgotten':
      return new QueueStoppedError(task, { reason: memory.reason, remedy: explainForgotten(queue) })
  }
}

/** Converts the reply of the script `look`, a list of texts. An empty text represents a missing value. */
function toSight(reply: unknown): QueueSight {
  const [epoch, author, isSameServer, isWhole, forgotten, kept] = reply as readonly string[]
  return {
    epoch: epoch || undefined,
    author: author === 'person' || author === 'file' ? author : undefined,
    isSameServer: isSameServer === '1',
    isWhole: isWhole === '1',
    forgotten: forgotten || undefined,
    keptEverything: kept === '1',
  }
}
