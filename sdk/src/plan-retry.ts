import { backoff } from './backoff.ts'
import type { Call } from './call.ts'
import { readRetryAfter } from './retry-after.ts'
import type { Scope } from './scope.ts'

/** What of a call is used up by its attempts. */
export interface Spent {
  readonly scope: Scope
  /** How many attempts were repeated so far. */
  readonly retries: number
}

/** The moment for another attempt after a response, or undefined if there is to be none. */
export function planRetry(call: Call & Spent, { status, headers }: Response): number | undefined {
  // 429 says that nothing was done. The other statuses leave that open, which matters only to a call that acts.
  const safe = !call.once || call.settings.retryUnknown
  return status === 429 || (safe && (status === 408 || status >= 500)) ? retryTime(call, headers) : undefined
}

/** The moment for another attempt, or undefined when there are enough or it would be too long to wait. */
export function retryTime(call: Call & Spent, headers?: Headers): number | undefined {
  const { maxRetries, maxRetryAfter, random, clock } = call.settings
  const now = clock.now()
  const stated = headers && readRetryAfter(headers, now)
  const at = stated ?? now + backoff(call.retries, random)
  const tooLong = at - now >= call.scope.remaining() || (stated !== undefined && stated - now > maxRetryAfter)
  return call.retries >= maxRetries || tooLong ? undefined : at
}
