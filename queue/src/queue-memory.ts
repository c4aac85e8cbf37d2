import { randomUUID } from 'node:crypto'

/**
 * The epoch of a queue: one life of its data in Redis, as `<milliseconds>-<UUID>`. A person begins it, with `create` or by
 * lifting a stop, or a producer with a file. Nothing else does, so data without an epoch are never trusted.
 */
export type Epoch = string

/** The beginning of an epoch. Only a person can let processes of an earlier epoch continue. */
export type EpochAuthor = 'person' | 'file'

/** The state of a queue in Redis at one moment. */
export interface QueueSight {
  readonly epoch: Epoch | undefined
  readonly author: EpochAuthor | undefined
  /** Whether the server is the one that had these data when they were last accepted. */
  readonly isSameServer: boolean
  /** Whether the hash of runs belongs to the epoch. Redis can evict one key and keep the others. */
  readonly isWhole: boolean
  /** Why the queue was stopped for a person to look at; undefined if it was not. */
  readonly forgotten: string | undefined
  /** Whether this server wrote everything to its disk before it responded, for as long as somebody looked. */
  readonly keptEverything: boolean
}

/** Whether the data of a queue can be trusted to know what was sent. */
export type QueueMemory =
  | { readonly kind: 'trusted'; readonly epoch: Epoch }
  /** Redis was restarted or replaced. The settings of both servers decide. */
  | { readonly kind: 'restarted'; readonly epoch: Epoch }
  /** No epoch, and this process knows of none: the queue is new, or Redis has lost it. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'forgotten'; readonly reason: string }

export const FORGOTTEN = 'Redis has forgotten the queue, and with it what was sent'

export const REMOVED = 'Redis has removed a key of the queue, and with it what was sent'

export const RESTARTED = 'Redis was restarted, or another server took over: it may have forgotten what was sent last'

export const MISSING = 'Redis does not have the queue: it was never created, or Redis has lost it, and with it what was sent'

/** The stops after which inputs may run twice. */
export const RISKY_STOPS: readonly string[] = [FORGOTTEN, REMOVED, RESTARTED]

/** Decides from what Redis has, and from the epoch that this process knows, whether the data can be trusted. */
export function judgeMemory(sight: QueueSight, known: Epoch | undefined): QueueMemory {
  const { author, epoch, forgotten, isSameServer, isWhole } = sight
  if (forgotten !== undefined) return { kind: 'forgotten', reason: forgotten }

  if (epoch === undefined && known === undefined) return { kind: 'missing' }
  if (epoch === undefined) return { kind: 'forgotten', reason: FORGOTTEN }

  if (!isWhole) return { kind: 'forgotten', reason: REMOVED }

  const isAccepted = known === undefined || known === epoch || (author === 'person' && isLater(epoch, known))
  if (!isAccepted) return { kind: 'forgotten', reason: FORGOTTEN }

  return isSameServer ? { kind: 'trusted', epoch } : { kind: 'restarted', epoch }
}

/**
 * Makes an epoch that is later than all before it. Clocks differ between machines, and an epoch that looks earlier would be
 * treated as an old copy of the data.
 */
export function createEpoch(redisTime: number, before: readonly (Epoch | undefined)[]): Epoch {
  const earlier = before.map((epoch) => (epoch === undefined ? 0 : timeOf(epoch) + 1))
  return `${Math.max(redisTime, Date.now(), ...earlier)}-${randomUUID()}`
}

function isLater(epoch: Epoch, than: Epoch): boolean {
  return timeOf(epoch) > timeOf(than)
}

function timeOf(epoch: Epoch): number {
  return Number(epoch.split('-')[0])
}
