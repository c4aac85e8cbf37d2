import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { BatchEntry, BatchItem, BatchStore, RecordedOutcome } from '@wfhost/sdk'
import type { Cluster, Redis } from 'ioredis'
import type { MemoryGuard } from './memory-guard.ts'
import {
  type Attempt,
  type ClaimResult,
  createJobId,
  createLostError,
  type InputRecords,
  type QueuedInput,
  toRecordedItem,
} from './record.ts'

/** The record of a queue in the form that `runMany` requires. */
export interface QueueBatchStore extends BatchStore {
  /** Records the outcome of the runs of batches that have died as unknown. */
  readonly settleRunsOfDeadBatches: () => Promise<void>
}

interface BatchStoreOptions {
  readonly redis: Redis | Cluster
  readonly guard: MemoryGuard
  readonly inputRecords: InputRecords
  /** The key of a hash with the runs that batches have in progress, by token. With a suffix, the key of a batch that lives. */
  readonly inProgress: string
  /** Resolves with the reason why the queue is stopped, or undefined. */
  readonly readStopReason: () => Promise<string | undefined>
}

/** A batch that has not renewed its key for this time is dead, in milliseconds. */
const LEASE = 10_000

/** How often a batch looks whether it can continue, in milliseconds. */
const POLL_INTERVAL = 250

export function createBatchStore(options: BatchStoreOptions): QueueBatchStore {
  const store = new RedisBatchStore(options)
  return {
    start: (entry) => store.start(entry),
    settle: (entry, item) => store.settle(entry, item),
    settleRunsOfDeadBatches: () => store.settleRunsOfDeadBatches(),
  }
}

/** The store of one batch. */
class RedisBatchStore {
  readonly #options: BatchStoreOptions
  readonly #batch = randomUUID()
  /** The tokens of the runs in progress, by ID of the input. */
  readonly #tokens = new Map<string, string>()
  #renewal: NodeJS.Timeout | undefined

  constructor(options: BatchStoreOptions) {
    this.#options = options
  }

  /**
   * Records that an input is about to be sent, so that no other batch sends it. A batch is a call of `runMany` in any process.
   *
   * Returns undefined if `runMany` must send the input now. Otherwise returns the recorded outcome of the input, or `started` if
   * another batch has started it.
   */
  async start(entry: BatchEntry): Promise<RecordedOutcome | undefined> {
    const { guard } = this.#options
    // The guard stops the queue if Redis may have lost data. Before its first input, each process checks the queue or creates
    // it.
    if (!guard.isOpen()) await guard.openForWriting(`run input ${entry.index}`)

    // The token starts with the batch ID. Other processes use it to check whether the batch still runs.
    const attempt: Attempt = { id: createJobId(entry.key), token: `${this.#batch} ${randomUUID()}` }
    // The run is added before it starts. If this process crashes after the start, other batches find the run, and record that
    // the input may have run.
    await this.#addPendingRun(attempt, entry)

    const claimResult = await this.#claimWhenAllowed(entry.index, attempt)
    if (claimResult.kind === 'claimed') return undefined

    await this.#removePendingRun(attempt)
    if (claimResult.kind === 'settled') return claimResult.outcome

    // If the other batch has died, this records the outcome of the input as unknown. `runMany` skips the input in any case.
    await this.settleRunsOfDeadBatches()
    return 'started'
  }

  /** Adds a run to the runs in progress. */
  async #addPendingRun({ id, token }: Attempt, { index, input, key }: BatchEntry): Promise<void> {
    const { inProgress, redis } = this.#options
    await this.#keepAlive(id, token)
    await redis.hset(inProgress, token, JSON.stringify({ id, key, index, input }))
  }

  async settle({ index, input, key }: BatchEntry, item: BatchItem<unknown>): Promise<void> {
    const id = createJobId(key)
    const attempt: Attempt = { id, token: this.#tokens.get(id) ?? '' }
    const text = toRecordedItem(undefined, { key, index, input }, item)
    await this.#options.inputRecords.recordOutcome(attempt, { outcome: item.outcome, item: text })
    await this.#removePendingRun(attempt)
  }

  /** Records the outcome of the runs of batches that have died as unknown, because their inputs may have been sent. */
  async settleRunsOfDeadBatches(): Promise<void> {
    const { inProgress, inputRecords, redis } = this.#options

    for (const [token, json] of Object.entries(await redis.hgetall(inProgress))) {
      const [batch = ''] = token.split(' ')
      const isAlive = (await redis.exists(this.#aliveKey(batch))) === 1
      if (isAlive) continue

      const { id, ...queued } = JSON.parse(json) as QueuedInput & { readonly id: string }
      const item = toRecordedItem(undefined, queued, { error: createLostError('batch') })
      await inputRecords.recordOutcome({ id, token }, { outcome: 'unknown', item, lost: true })
      await redis.hdel(inProgress, token)
    }
  }

  /** Records the start of an input as soon as the queue allows it. */
  async #claimWhenAllowed(index: number, attempt: Attempt): Promise<Exclude<ClaimResult, { readonly kind: 'wait' }>> {
    for (;;) {
      const start = await this.#options.inputRecords.claim(attempt)
      if (start.kind !== 'wait') return start

      const reason = await this.#options.readStopReason()
      if (reason !== undefined) {
        await this.#removePendingRun(attempt)
        throw new Error(`Cannot run input ${index}: ${reason}. Look at it, then resume the queue`)
      }
      await delay(POLL_INTERVAL)
    }
  }

  /** Renews the key that shows that this batch lives, as long as it has runs in progress. */
  async #keepAlive(id: string, token: string): Promise<void> {
    this.#tokens.set(id, token)
    if (this.#renewal !== undefined) return

    const renew = () => this.#options.redis.set(this.#aliveKey(this.#batch), 1, 'PX', LEASE)
    this.#renewal = setInterval(() => renew().catch(() => {}), LEASE / 4).unref()
    await renew()
  }

  /** Removes a run from the runs in progress, and stops renewing the key of this batch after its last run. */
  async #removePendingRun({ id, token }: Attempt): Promise<void> {
    this.#tokens.delete(id)
    await this.#options.redis.hdel(this.#options.inProgress, token)

    if (this.#tokens.size > 0) return
    clearInterval(this.#renewal)
    this.#renewal = undefined
  }

  #aliveKey(batch: string): string {
    return `${this.#options.inProgress}:${batch}`
  }
}
