import { backoff } from './backoff.ts'
import type { Call } from './call.ts'
import { readRetryAfter } from './retry-after.ts'
import type { Scope } from './scope.ts'

/** What the attempts of a call use up: its time and its retries. */
export interface Spent {
  readonly scope: Scope
  /** How many attempts were repeated so far. */
  readonly retries: number
}

/** The time for another attempt after a response, or undefined for none. */
export function planRetry(call: Call & Spent, { status, headers }: Response): number | undefined {
  // After a 429 nothing was done. The other statuses leave that open, which matters only to a call that acts.
  const safe = !call.once || call.settings.retryUnknown
  return status === 429 || (safe && (status === 408 || status >= 500)) ? retryTime(call, headers) : undefined
}

/** The time for another attempt, or undefined if there were enough or the wait would be too long. */
export function retryTime(call: Call & Spent, headers?: Headers): number | undefined {
  const { maxRetries, maxRetryAfter, random, clock } = call.settings
  const now = clock.now()
  const stated = headers && readRetryAfter(headers, now)
  const at = stated ?? now + backoff(call.retries, random)
  const tooLong = at - now >= call.scope.remaining() || (stated !== undefined && stated - now > maxRetryAfter)
  return call.retries >= maxRetries || tooLong ? undefined : at
}
