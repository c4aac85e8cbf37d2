import { RETRY_AFTER_FLOOR, readRetryAfter } from '@wfhost/wire/retry-after'
import type { Gate } from '../client/settings.ts'
import { APIError } from '../errors/api-error.ts'
import {
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from '../errors/status-errors.ts'
import type { Call, DocumentedStatus } from './call.ts'
import { dateOf, type Scope } from './scope.ts'

/** The error of each documented refusal. After 504 a run may go on. */
export const CLASSES: Readonly<Record<number, typeof APIError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: APIError,
  403: PermissionDeniedError,
  404: NotFoundError,
  429: RateLimitError,
} satisfies Record<Exclude<DocumentedStatus, 200 | 202 | 504>, typeof APIError>

/** Statuses after which nothing was done: documented refusals, and redirects that ask to send elsewhere. */
export const REFUSALS: readonly number[] = [307, 308, ...Object.keys(CLASSES).map(Number)]

const FIRST_WAIT = 500
const LONGEST_WAIT = 8_000

/**
 * How long to wait before another attempt if the service does not say: a random time up to a bound that doubles with
 * each attempt (full jitter), so that clients that were refused together do not come back together.
 */
export function backoff(retries: number, random: () => number): number {
  return random() * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** retries)
}

/** The milliseconds that a response asks to wait, if it has a `Retry-After` that can be read. */
export function retryAfterOf(headers: Headers, date: number): number | undefined {
  const moment = readRetryAfter(headers, date)
  return typeof moment === 'number' ? moment - date : undefined
}

/** What the attempts of a call use up: its time and its retries. */
export interface Spent {
  readonly scope: Scope
  readonly retries: number
}

/** The time for another attempt after a response, or undefined for none. */
export function planRetry(call: Call, spent: Spent, { status, headers }: Response): number | undefined {
  // After a 429 nothing was done. The other statuses leave that open, which matters only to a call that acts.
  const safe = !call.once || call.settings.retryUnknown
  return status === 429 || (safe && (status === 408 || status >= 500)) ? retryTime(call, spent, headers) : undefined
}

/** Milliseconds until another attempt: what the service states, or backoff; where that cannot be read, some time at least. */
export function waitAfter(stated: number | undefined, headers: Headers | undefined, { random, retries }: Chance): number {
  return stated || Math.max(backoff(retries, random), stated ?? (headers?.has('retry-after') ? RETRY_AFTER_FLOOR : 0))
}

interface Chance {
  readonly random: () => number
  readonly retries: number
}

/** The time for another attempt, or undefined if there were enough or the wait would be too long. */
export function retryTime({ settings }: Call, { scope, retries }: Spent, headers?: Headers): number | undefined {
  const { maxRetries, maxRetryAfter, random, clock } = settings
  const stated = headers && retryAfterOf(headers, dateOf(clock))
  const wait = waitAfter(stated, headers, { random, retries })
  const tooLong = wait >= scope.remaining() || (stated !== undefined && stated > maxRetryAfter)
  return retries >= maxRetries || tooLong ? undefined : clock.now() + wait
}

/** Between how many milliseconds, for each call that waits already, the next one that waits comes back. */
const SPREAD = 20
const WIDEST = 2_000

/** Holds the calls with a key: while one of them waits after a 429, the service wants none of the others either. */
export function closeGate({ settings }: Call, key: string, until: number): void {
  const { gates } = settings.shared
  const gate = gates.get(key) ?? { until, waiting: 0 }
  gate.until = Math.max(gate.until, until)
  gates.set(key, gate)
}

/**
 * Waits until a gate is open. The first call that waits goes on at that moment, and the others some time after
 * it, at random: together they would be refused together.
 *
 * @throws RateLimitError if that would be too late for this call. What it has planned by itself is not.
 */
export async function passGate({ action, settings }: Call, gate: Gate, { dueAt, scope }: Due): Promise<void> {
  const { clock, maxRetryAfter, random } = settings
  while (gate.until > clock.now()) {
    const wait = gate.until - clock.now()
    if (gate.until > dueAt && (wait > maxRetryAfter || wait >= scope.remaining())) {
      const retryAfterMs = Math.ceil(wait)
      const retryAt = new Date(dateOf(clock) + retryAfterMs)
      const message = `Cannot ${action}: 429 to another call with this key, ${retryAfterMs} ms are left`
      throw new RateLimitError(message, { status: 429, requirement: 'LIMIT-429', retryAfterMs, retryAt })
    }
    const time = gate.until + random() * Math.min(WIDEST, gate.waiting * SPREAD)
    gate.waiting += 1
    await scope.sleepUntil(time).finally(() => {
      gate.waiting -= 1
    })
  }
}

interface Due {
  readonly scope: Scope
  /** When the next attempt of this call is planned, or 0 for its first one. */
  readonly dueAt: number
}
