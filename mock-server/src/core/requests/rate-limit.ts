import { formatHttpDate } from '@wfhost/internal/retry-after'
import type { Assumptions } from '../../schema/assumptions.ts'
import { validate } from '../../schema/check.ts'
import { type RateLimit, rateLimitSchema } from '../../schema/values.ts'
import { Refusal } from './plain-exchange.ts'

/** The key, workflow and organization that a request counts for. */
export interface LimitSubject {
  readonly key: string
  /** The flowId of a run request. */
  readonly workflow?: string
  /** The organization of a tool-hosting key, or the workspace of a workflow key. */
  readonly organization: string
}

/** The current window of one key, workflow or organization. Times are in milliseconds since the epoch. */
export interface LimitWindow {
  /** When the window ends. */
  until: number
  /** How many more requests the window allows. */
  left: number
  /** The time that Retry-After of the first refusal states. */
  stated?: number | undefined
}

/** The windows by key, workflow or organization. */
export type LimitWindows = Map<string, LimitWindow>

export interface RateLimiter {
  limit(): RateLimit | undefined
  windows(): ReadonlyMap<string, Readonly<LimitWindow>>
  /**
   * Counts a request. The time that the first refusal states is exact to the millisecond: earlier requests are refused,
   * and a request at that time is allowed.
   *
   * @throws {Refusal} 429 with Retry-After for a request over the limit (LIMIT-429, LIMIT-RETRY-AFTER).
   */
  consume(subject: LimitSubject): void
  /** Replaces the limit. All windows start again, unless the caller provides them. */
  setLimit(limit: RateLimit | undefined, windows?: LimitWindows): void
}

type RetryAfterFormat = Assumptions['retryAfterFormat']

/** Formats the value of Retry-After. Both formats have whole seconds only, so the wait is rounded up. */
export function formatRetryAfter(waitMs: number, retryAfterFormat: RetryAfterFormat, now: number): string {
  if (retryAfterFormat === 'seconds') return String(Math.ceil(waitMs / 1000))
  return formatHttpDate(Math.ceil((now + waitMs) / 1000) * 1000)
}

interface RateLimiterOptions {
  readonly initial: RateLimit | undefined
  /** The format of the header Retry-After, which is an assumption. */
  readonly retryAfterFormat: RetryAfterFormat
}

interface ActiveLimit {
  readonly limit: RateLimit
  readonly windows: LimitWindows
}

/**
 * Creates the rate limiter of a world, which counts requests in fixed windows. For example, with 10 requests in 60 seconds, the
 * eleventh is refused until 60 seconds after the first.
 *
 * @param now - Returns the time of the world, in milliseconds since the epoch.
 */
export function createRateLimiter(now: () => number, { retryAfterFormat, initial }: RateLimiterOptions): RateLimiter {
  // Undefined while the world has no limit, as in most worlds.
  let activeLimit: ActiveLimit | undefined

  /** Replaces the limit. Counting starts again, unless a saved state is restored with its windows. */
  function setLimit(limit: RateLimit | undefined, windows: LimitWindows = new Map()): void {
    if (limit !== undefined) validate(rateLimitSchema, limit, 'set the rate limit')
    activeLimit = limit === undefined ? undefined : { limit, windows }
  }

  /** Counts a request. If it is over the limit, throws a refusal, which becomes the 429 response. */
  function consume(subject: LimitSubject): void {
    if (activeLimit === undefined) return

    const nowMs = now()
    const windowKey = getWindowKey(activeLimit.limit.per ?? 'key', subject)
    const waitMs = consumeAndGetWait(windowKey, { ...activeLimit, nowMs, retryAfterFormat })
    const isWithinLimit = waitMs === undefined
    if (isWithinLimit) return

    const headers = { 'retry-after': formatRetryAfter(waitMs, retryAfterFormat, nowMs) }
    throw new Refusal({ status: 429, headers, body: { message: 'The rate limit is exceeded' } })
  }

  if (initial !== undefined) setLimit(initial)

  // Functions instead of getters, because getters take more memory in each world.
  return { limit: () => activeLimit?.limit, windows: () => activeLimit?.windows ?? new Map(), consume, setLimit }
}

function getWindowKey(per: 'key' | 'workflow' | 'organization', subject: LimitSubject): string {
  if (per === 'organization') return subject.organization
  if (per === 'workflow') return subject.workflow ?? subject.key
  return subject.key
}

interface Counting {
  readonly limit: RateLimit
  readonly windows: LimitWindows
  readonly nowMs: number
  readonly retryAfterFormat: RetryAfterFormat
}

/**
 * Counts a request, and returns how many milliseconds the client has to wait; undefined if the request is allowed. Retry-After
 * has whole seconds only, so the stated time can be later than the end of the window. No request is allowed before it.
 */
function consumeAndGetWait(counted: string, { retryAfterFormat, nowMs, limit, windows }: Counting): number | undefined {
  const previous = windows.get(counted)
  if (previous?.stated !== undefined) {
    if (nowMs < previous.stated) return previous.stated - nowMs
    delete previous.stated
  }

  const waitMs = countInWindow(counted, { limit, windows, nowMs })
  if (waitMs === undefined) return undefined

  // Retry-After in seconds starts at the response; a date is a whole second of the clock.
  const origin = retryAfterFormat === 'seconds' ? nowMs : 0
  const stated = origin + Math.ceil((nowMs + waitMs - origin) / 1000) * 1000
  const current = windows.get(counted)
  windows.set(counted, { until: current?.until ?? nowMs, left: current?.left ?? 0, stated })
  return stated - nowMs
}

/** Counts a request in a fixed window. A window starts with the first request after the previous window has ended. */
function countInWindow(counted: string, { nowMs, limit, windows }: Omit<Counting, 'retryAfterFormat'>): number | undefined {
  if (limit.requests === 0) return limit.windowMs

  const current = windows.get(counted)
  if (current === undefined || current.until <= nowMs) {
    windows.set(counted, { until: nowMs + limit.windowMs, left: limit.requests - 1 })
    return undefined
  }

  if (current.left === 0) return current.until - nowMs
  current.left -= 1
  return undefined
}
