import { formatHttpDate } from '@wfhost/internal/retry-after'
import type { Assumptions } from '../../schema/assumptions.ts'
import { check } from '../../schema/check.ts'
import { type RateLimit, rateLimit } from '../../schema/values.ts'
import { Refusal } from './plain-exchange.ts'

export interface LimitSubject {
  readonly key: string
  /** The flowId of a run request. */
  readonly workflow?: string
  /** The organization of a tool-hosting key, the workspace of a workflow key. */
  readonly organization: string
}

/** What was counted for one key, workflow or organization. */
export interface Counted {
  /** When the window ends. */
  until: number
  /** How many requests still pass in the window. */
  left: number
  /** The instant that the first refusal stated. */
  stated?: number
}

export type Counts = Map<string, Counted>

export interface RateLimiter {
  limit(): RateLimit | undefined
  counts(): ReadonlyMap<string, Readonly<Counted>>
  /**
   * Counts a request. The instant that the first refusal states holds, to the millisecond: nothing passes before, and
   * something does then.
   *
   * @throws {Refusal} 429 with Retry-After for a request over the limit (LIMIT-429, LIMIT-RETRY-AFTER).
   */
  check(subject: LimitSubject): void
  /** Setting a limit forgets what was counted, unless that is given. */
  set(limit: RateLimit | undefined, counts?: Counts): void
}

/** How Retry-After states an instant: so many seconds from now, or as a date. Both know whole seconds only. */
type RetryAfterFormat = Assumptions['retryAfterFormat']

/** The value of Retry-After for a wait from now, rounded up to seconds. */
export function formatRetryAfter(waitMs: number, format: RetryAfterFormat, now: number): string {
  if (format === 'seconds') return String(Math.ceil(waitMs / 1000))
  return formatHttpDate(Math.ceil((now + waitMs) / 1000) * 1000)
}

type Counter = (counted: string, instant: number) => number | undefined

export function createRateLimiter(
  now: () => number,
  { format, initial }: { readonly initial: RateLimit | undefined; readonly format: RetryAfterFormat },
): RateLimiter {
  let limit: RateLimit | undefined
  let counts: Counts | undefined
  let count: Counter | undefined

  function set(next: RateLimit | undefined, counted: Counts = new Map()): void {
    count = next === undefined ? undefined : keepToTheStated(format, counted, countFor(next, counted))
    counts = next === undefined ? undefined : counted
    limit = next
  }

  if (initial !== undefined) set(initial)

  return {
    // No getters, for the memory of each world.
    limit: () => limit,
    counts: () => counts ?? new Map(),
    check: (subject) => {
      if (limit === undefined) return
      const instant = now()
      const waitMs = count?.(countedBy(limit.per ?? 'key', subject), instant)
      if (waitMs === undefined) return
      const headers = { 'retry-after': formatRetryAfter(waitMs, format, instant) }
      throw new Refusal({ status: 429, headers, body: { message: 'The rate limit is exceeded' } })
    },
    set,
  }
}

function countedBy(per: 'key' | 'workflow' | 'organization', subject: LimitSubject): string {
  if (per === 'organization') return subject.organization
  return per === 'workflow' ? (subject.workflow ?? subject.key) : subject.key
}

function countFor(limit: RateLimit, counts: Counts): Counter {
  check(rateLimit, limit, 'set the rate limit')
  if (limit.requests === 0) return () => limit.windowMs
  return fixedWindow(limit, counts)
}

/** A window begins with the first request after the last one ended. */
function fixedWindow({ requests, windowMs }: RateLimit, counts: Counts): Counter {
  return (counted, instant) => {
    const current = counts.get(counted)
    if (current === undefined || current.until <= instant) {
      counts.set(counted, { until: instant + windowMs, left: requests - 1 })
      return undefined
    }
    if (current.left === 0) return current.until - instant
    current.left -= 1
    return undefined
  }
}

/** Nothing passes before the whole second that the first refusal states, though the window may end within it. */
function keepToTheStated(format: RetryAfterFormat, counts: Counts, count: Counter): Counter {
  return (counted, instant) => {
    const before = counts.get(counted)
    if (before?.stated !== undefined) {
      if (instant < before.stated) return before.stated - instant
      delete before.stated
    }
    const tooEarly = count(counted, instant)
    if (tooEarly === undefined) return undefined
    const origin = format === 'seconds' ? instant : 0
    const stated = origin + Math.ceil((instant + tooEarly - origin) / 1000) * 1000
    counts.set(counted, { ...(counts.get(counted) ?? { until: instant, left: 0 }), stated })
    return stated - instant
  }
}
