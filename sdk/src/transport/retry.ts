import { RETRY_AFTER_FLOOR, readRetryAfter } from '@wfhost/internal/retry-after'
import type { Call } from './call.ts'
import type { AttemptOutcome } from './outcome.ts'
import type { Scope } from './scope.ts'

/** The longest first wait, in milliseconds, if the service does not state one. Each further wait is up to twice as long. */
const FIRST_WAIT = 500

/** The longest of these waits, in milliseconds. */
const LONGEST_WAIT = 8_000

/**
 * Chooses how long to wait before another attempt if the service does not state a time: a random time up to a bound that
 * doubles with each attempt. Clients that were refused together then do not come back together.
 */
export function backoff(retries: number, random: () => number): number {
  return random() * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** retries)
}

/**
 * Reads the milliseconds to wait from a `Retry-After` header, or undefined if there is none that can be read. Fractions of
 * a second are not in the RFC, but a service that sends them certainly does not want an earlier request.
 */
export function readRetryDelay(headers: Headers, date: number): number | undefined {
  const moment = readRetryAfter(headers, date, { allowFractions: true })
  return typeof moment === 'number' ? moment - date : undefined
}

interface WaitOptions {
  /** The headers of the response, if there is one. */
  readonly headers: Headers | undefined
  readonly retries: number
  readonly random: () => number
}

/** Chooses the milliseconds until another attempt: the time that the service states, or backoff. */
export function chooseWait(statedMs: number | undefined, { headers, random, retries }: WaitOptions): number {
  if (statedMs !== undefined && statedMs > 0) return statedMs

  const wait = backoff(retries, random)
  const isUnreadable = statedMs === undefined && headers?.has('retry-after') === true
  return isUnreadable ? Math.max(wait, RETRY_AFTER_FLOOR) : wait
}

/** The retries that a call has used, and its time. */
export interface Spent {
  readonly scope: Scope
  readonly retries: number
}

/** Plans another attempt: the moment for it by the clock of the client, or undefined if there is to be none. */
export function planRetry(call: Call, outcome: AttemptOutcome, { retries, scope }: Spent): number | undefined {
  if (!mayRepeat(call, outcome) || outcome.kind === 'responded') return undefined

  const { clock, maxRetries, maxRetryAfter, random } = call.settings
  const { head } = outcome
  const start = head?.receivedAt ?? clock.now()
  const stated = head && readRetryDelay(head.headers, head.receivedDate)
  const dueAt = start + chooseWait(stated, { headers: head?.headers, random, retries })

  const isTooLate = dueAt - clock.now() >= scope.remaining() || (stated !== undefined && stated > maxRetryAfter)
  return retries >= maxRetries || isTooLate ? undefined : dueAt
}

/** Whether a call may be sent again. A call that acts may be, if the service certainly did not act on it. */
function mayRepeat({ once, settings }: Call, outcome: AttemptOutcome): boolean {
  switch (outcome.kind) {
    case 'responded':
      return false
    case 'refused':
    case 'notSent':
      return outcome.isTransient
    case 'unknown':
      return outcome.isTransient && (!once || settings.idempotent)
  }
}
