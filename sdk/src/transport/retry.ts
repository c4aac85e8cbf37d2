import { parseRetryAfter, RETRY_AFTER_FLOOR_MS } from '@wfhost/internal/retry-after'
import type { Call } from './call.ts'
import type { FailedOutcome } from './outcome.ts'
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
 * a second are not in the RFC, but a service that sends them certainly does not accept an earlier request.
 *
 * @param receivedDate - When the response arrived, in milliseconds since the epoch. The header can be a date.
 */
export function readRetryDelay(headers: Headers, receivedDate: number): number | undefined {
  const retryDate = parseRetryAfter(headers, receivedDate, { allowFractions: true })
  return typeof retryDate === 'number' ? retryDate - receivedDate : undefined
}

interface WaitOptions {
  /** The headers of the response, if there is one. */
  readonly headers: Headers | undefined
  readonly retries: number
  readonly random: () => number
}

/**
 * Chooses the milliseconds until another attempt: the time that the service states in `Retry-After`, or else backoff. A
 * service whose `Retry-After` cannot be read probably needs a longer pause, so the wait then has a lower limit.
 */
export function chooseWait(statedMs: number | undefined, { headers, random, retries }: WaitOptions): number {
  if (statedMs !== undefined && statedMs > 0) return statedMs

  const waitMs = backoff(retries, random)
  const isUnreadable = statedMs === undefined && headers?.has('retry-after') === true
  return isUnreadable ? Math.max(waitMs, RETRY_AFTER_FLOOR_MS) : waitMs
}

/** The retries that a call has used, and the time that it has left. */
export interface RetryBudget {
  readonly scope: Scope
  /** Attempts that were made after the first one. */
  readonly retries: number
}

/**
 * Decides about another attempt after an attempt has failed. Returns the time for it, by the clock of the client. Undefined if a
 * repetition is not safe, if the call has used its retries, or if the wait would be too long.
 */
export function planRetry(call: Call, outcome: FailedOutcome, { retries, scope }: RetryBudget): number | undefined {
  if (!mayRepeat(call, outcome)) return undefined

  const { clock, maxRetries, maxRetryAfter, random } = call.settings
  const { head } = outcome
  const statedMs = head && readRetryDelay(head.headers, head.receivedDate)
  const waitMs = chooseWait(statedMs, { headers: head?.headers, random, retries })
  const retryAt = (head?.receivedAt ?? clock.now()) + waitMs

  const isOverLimit = statedMs !== undefined && statedMs > maxRetryAfter
  const isAfterTimeout = retryAt - clock.now() >= scope.remaining()
  return retries >= maxRetries || isOverLimit || isAfterTimeout ? undefined : retryAt
}

/** Whether a call may be sent again. A call that acts may be, if the service certainly did not act on it. */
function mayRepeat({ hasEffect, settings }: Call, outcome: FailedOutcome): boolean {
  if (!outcome.isTransient) return false
  return outcome.kind !== 'unknown' || !hasEffect || settings.idempotent
}
