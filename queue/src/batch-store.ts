import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { BatchStore, RecordedOutcome } from '@wfhost/sdk'
import type { Cluster, Redis } from 'ioredis'
import type { MemoryGuard } from './memory-guard.ts'
import { createLostError, describe, idOf, type QueuedInput, type QueueRecord } from './record.ts'

/** The record as `runMany` takes it, and what looks after batches that died. */
export interface QueueBatchStore extends BatchStore {
  /** Settles as unknown what batches had started that say nothing any more. */
  readonly settleLost: () => Promise<void>
}

interface BatchStoreOptions {
  readonly redis: Redis | Cluster
  readonly guard: MemoryGuard
  readonly record: QueueRecord
  /** The key of a hash with what batches have under way, by its token. Behind it stands a key for each batch that lives. */
  readonly underWay: string
  readonly stopped: () => Promise<string | undefined>
}

/** For so long a batch may say nothing before what it has under way is unknown, in milliseconds. */
const LEASE = 10_000

/** How often a batch looks whether it may go on, in milliseconds. */
const LOOK_EVERY = 250

export function createBatchStore({ guard, record, redis, stopped, underWay }: BatchStoreOptions): QueueBatchStore {
  const batch = randomUUID()
  const aliveKey = (of: string) => `${underWay}:${of}`
  const tokens = new Map<string, string>()
  let living: NodeJS.Timeout | undefined
  const live = () => redis.set(aliveKey(batch), 1, 'PX', LEASE)
  const forget = async (id: string, token: string) => {
    tokens.delete(id)
    await redis.hdel(underWay, token)
    if (tokens.size > 0) return
    clearInterval(living)
    living = undefined
  }
  const settleLost = async () => {
    for (const [token, json] of Object.entries(await redis.hgetall(underWay))) {
      if ((await redis.exists(aliveKey(token.split(' ')[0] ?? ''))) === 1) continue
      const { id, ...queued } = JSON.parse(json) as QueuedInput & { readonly id: string }
      const item = describe(undefined, queued, { error: createLostError('batch') })
      await record.settle({ id, token }, { outcome: 'unknown', item, lost: true })
      await redis.hdel(underWay, token)
    }
  }
  return {
    settleLost,
    start: async ({ index, input, key }) => {
      if (guard.knownEpoch() === undefined) await guard.openForAdding(`run input ${index}`)
      const id = idOf(key)
      const token = `${batch} ${randomUUID()}`
      tokens.set(id, token)
      if (living === undefined) {
        living = setInterval(() => live().catch(() => {}), LEASE / 4).unref()
        await live()
      }
      // Before its start: what is started can be found.
      await redis.hset(underWay, token, JSON.stringify({ id, key, index, input }))
      for (;;) {
        const state = await record.begin({ id, token })
        if (state === 'begun') return undefined
        const reason = state === 'wait' ? await stopped() : undefined
        if (reason === undefined && state === 'wait') {
          await delay(LOOK_EVERY)
          continue
        }
        await forget(id, token)
        if (reason !== undefined) throw new Error(`Cannot run input ${index}: ${reason}. Look at it, then resume the queue`)
        if (state.startsWith('>')) await settleLost()
        return toRecorded(state)
      }
    },
    settle: async ({ index, input, key }, item) => {
      const id = idOf(key)
      const token = tokens.get(id) ?? ''
      await record.settle({ id, token }, { outcome: item.outcome, item: describe(undefined, { key, index, input }, item) })
      await forget(id, token)
    },
  }
}

/** What a value in the hash of runs says. */
function toRecorded(state: string): RecordedOutcome {
  if (state.startsWith('>')) return 'started'
  return state.startsWith('s') ? 'succeeded' : state.startsWith('f') ? 'failed' : 'unknown'
}
