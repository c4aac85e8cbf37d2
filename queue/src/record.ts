import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { APIError, type BatchEntry, type BatchItem, type BatchProgress, type BatchStore, type RecordedOutcome } from '@wfhost/sdk'
import type { Cluster, Redis } from 'ioredis'
import { mayHaveForgotten } from './check-server.ts'
import { runScript } from './connection.ts'
import { ACCEPT, BEGIN, GIVE_BACK, OPEN, type Script, SETTLE } from './scripts.ts'

/** The default of `maxUnknown`, that of `runMany`. */
export const MAX_UNKNOWN = 5

/** What a queue says when its breaker has given up. */
export const STOPPED_BY_BREAKER = 'too many outcomes in a row are unknown, also after 3 pauses'

/** For who has a breaker of its own. */
const NEVER = 1e9

/** An input of a queue, as its job and its outcome have it. */
export interface QueuedInput {
  /** The name that the input was given; undefined where its hash names it. */
  readonly key?: string | undefined
  /** Its position among the inputs of its producer. */
  readonly index: number
  readonly input: unknown
}

/** An attempt at an input. */
export interface Attempt {
  /** The ID of its job. */
  readonly id: string
  /** Nobody else has it. */
  readonly token: string
}

/** What `begin` says: send it, it is recorded, or wait. */
export type Begun =
  | { readonly state: 'begun' }
  | { readonly state: 'recorded'; readonly outcome: RecordedOutcome }
  | { readonly state: 'wait'; readonly ms: number }

/** An outcome to be recorded. */
export interface Settlement {
  readonly outcome: BatchItem<unknown>['outcome']
  /** What is kept of it, as JSON. */
  readonly item: string
  /** Whether an unknown outcome says something of the service, and not of a worker that died. */
  readonly blame: boolean
  readonly maxUnknown: number
}

/** What was recorded: where, and what follows for all inputs. */
export interface Settled {
  /** The entry of the stream; undefined if another outcome was there. */
  readonly entry: string | undefined
  /** Milliseconds for which nothing is sent. */
  readonly wait: number
  /** The breaker has given up. */
  readonly stop: boolean
}

/** Why a start was taken back. */
export interface GivenBack {
  readonly why: Exclude<BatchProgress['pauseReason'], 'unknown'>
  /** Undefined for backoff. */
  readonly wait?: number | undefined
}

/** The record of a queue in Redis: each step is one script, so that any number of processes share it. */
export interface QueueRecord {
  /** Must be called before anything else, by whoever sends or adds inputs. */
  readonly open: () => Promise<void>
  /** Whether Redis still has the data that were there at `open`. */
  readonly isSame: () => Promise<boolean>
  readonly begin: (attempt: Attempt, options: { readonly maxUnknown: number }) => Promise<Begun>
  /** A token of '' settles only what somebody left open. */
  readonly settle: (attempt: Attempt, settlement: Settlement) => Promise<Settled>
  /** Returns the milliseconds for which nothing is sent. */
  readonly giveBack: (attempt: Attempt, given: GivenBack) => Promise<number>
  /** Goes on, after somebody has looked at what stopped the queue. */
  readonly accept: () => Promise<void>
}

/** The keys of a queue beside those of BullMQ. */
export interface RecordKeys {
  /** A hash: counts, what all wait for, and which server has this. */
  readonly batch: string
  /** A hash: what becomes of each input. */
  readonly runs: string
  /** A stream: the outcomes with what is known of them. */
  readonly outcomes: string
}

interface RecordOptions {
  readonly redis: Redis | Cluster
  readonly keys: RecordKeys
  /** Stops the queue for a person to look at. */
  readonly stop: (reason: string) => Promise<void>
}

export function createRecord({ keys: { batch, outcomes, runs }, redis, stop }: RecordOptions): QueueRecord {
  let generation = ''
  const run = (script: Script, ...args: (string | number)[]) => runScript(redis, script, { keys: [batch, runs, outcomes], args })
  /** Nothing is sent before the queue has stopped, so the new data are taken for those of this batch only after that. */
  const open = async () => {
    const [found, accepted] = (await run(OPEN, randomUUID())) as [string, string | null]
    if (generation !== '' && found !== generation && found !== accepted) {
      await stop('Redis has forgotten the batch, and with it what was started')
    }
    generation = found
  }
  /** Finds out whether starts may be forgotten; if so, nothing more is sent until somebody says so. */
  const judge = async (state: 'forgotten' | 'restarted'): Promise<void> => {
    if (state === 'forgotten') await open()
    else if (!(await mayHaveForgotten(redis))) await run(ACCEPT, '')
    else await stop('Redis was restarted, or another server took over: it may have forgotten what was started last')
  }
  return {
    open,
    isSame: async () => (await redis.hget(batch, 'generation')) === generation,
    begin: async ({ id, token }, { maxUnknown }) => {
      const [state, wait] = (await run(BEGIN, id, token, generation, maxUnknown)) as [string, number?]
      if (state === 'begun') return { state }
      if (state === 'wait') return { state, ms: Number(wait) }
      if (state !== 'forgotten' && state !== 'restarted') return { state: 'recorded', outcome: outcomeOf(state) }
      await judge(state)
      return { state: 'wait', ms: 100 }
    },
    settle: async ({ id, token }, { blame, item, maxUnknown, outcome }) => {
      const said = (await run(SETTLE, id, token, outcome, item, blame ? 1 : '', maxUnknown, Math.random())) as [string, number?]
      const [entry, wait = 0] = said
      return { entry: entry === 'settled' ? undefined : entry, wait: Math.max(0, wait), stop: wait < 0 }
    },
    giveBack: async ({ id, token }, { wait, why }) =>
      Number(await run(GIVE_BACK, id, token, why ?? '', wait ?? '', Math.random())),
    accept: async () => {
      await run(ACCEPT, 1)
    },
  }
}

/** What a value in the hash of runs says. */
export function outcomeOf(state: string): RecordedOutcome {
  if (state.startsWith('>')) return 'started'
  if (state === 'succeeded' || state === 'failed') return state
  return 'unknown'
}

/** The ID of the job of an input. BullMQ takes no colon, and no number. */
export function idOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22)
}

/** What is kept of an outcome, as JSON. */
export function describe(flowId: string | undefined, queued: QueuedInput, item: object): string {
  const { error, run } = item as { readonly error?: unknown; readonly run?: unknown }
  return JSON.stringify({ flowId, ...queued, ...(error === undefined ? { run } : { error: describeError(error) }) })
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, name } = error
  if (!(error instanceof APIError)) return { name, message }
  return { ...error, name, message, headers: error.headers && Object.fromEntries(error.headers), cause: undefined }
}

/** The record as `runMany` takes it. */
export function createBatchStore(
  record: QueueRecord,
  { stopped }: { readonly stopped: () => Promise<string | undefined> },
): BatchStore {
  const tokens = new Map<string, string>()
  const attempt = ({ key }: BatchEntry) => {
    const id = idOf(key)
    return { id, token: tokens.get(id) ?? '' }
  }
  return {
    start: async (entry) => {
      const id = idOf(entry.key)
      const token = randomUUID()
      for (;;) {
        const begun = await record.begin({ id, token }, { maxUnknown: NEVER })
        if (begun.state === 'recorded') return begun.outcome
        if (begun.state === 'begun') {
          tokens.set(id, token)
          return undefined
        }
        const reason = await stopped()
        if (reason !== undefined) throw new Error(`Cannot go on: ${reason}; look at it, then resume the queue`)
        await delay(begun.ms)
      }
    },
    settle: async (entry, item) => {
      const { id, token } = attempt(entry)
      tokens.delete(id)
      const { index, input, key } = entry
      const kept = describe(undefined, { key, index, input }, item)
      await record.settle({ id, token }, { outcome: item.outcome, item: kept, blame: false, maxUnknown: NEVER })
    },
  }
}
