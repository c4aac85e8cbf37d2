/** A rate limit (LIMIT-429). The numbers are not documented: there is none unless one is set. */
export interface RateLimit {
  /** How many requests pass in one window, or fit into the bucket. */
  readonly requests: number
  /** How long a window lasts, or an empty bucket takes to fill. */
  readonly windowMs: number
  /** What is counted together. @default key */
  readonly per?: 'key' | 'workflow' | 'organization'
  /** Windows that begin anew, or a bucket that fills steadily. @default fixed-window */
  readonly algorithm?: 'fixed-window' | 'token-bucket'
}

/** What of a request a limit may count by. */
export interface LimitSubject {
  readonly key: string
  /** The flowId of a run request. */
  readonly workflow?: string
  /** The organization of a tool-hosting key, the workspace of a workflow key. */
  readonly organization: string
}

/** Counts requests against a limit that may change. */
export interface RateLimiter {
  readonly limit: RateLimit | undefined
  /**
   * Counts a request, and says how many milliseconds it is too early if it is over the limit. The instant that it is
   * told first holds, to the millisecond: nothing passes before, and something does then.
   */
  take(subject: LimitSubject): number | undefined
  /** Setting a limit forgets what was counted. */
  set(limit: RateLimit | undefined): void
}

/** How Retry-After states an instant: so many seconds from now, or as a date. Both know whole seconds only. */
export type StatedAs = 'seconds' | 'http-date'

// Shares of a window are fractions, and add up to it only nearly.
const nearly = 1e-6

type Counter = (counted: string, instant: number) => number | undefined

/** Makes a limiter that counts by the given clock. */
export function createRateLimiter(
  now: () => number,
  { initial, statedAs }: { readonly initial: RateLimit | undefined; readonly statedAs: StatedAs },
): RateLimiter {
  const counterFor = (limit: RateLimit): Counter => keepToTheStated(statedAs, countFor(limit))
  let limit = initial
  let count = initial === undefined ? undefined : counterFor(initial)

  return {
    get limit() {
      return limit
    },
    take: (subject) => (limit === undefined ? undefined : count?.(countedBy(limit.per ?? 'key', subject), now())),
    set: (next) => {
      count = next === undefined ? undefined : counterFor(next)
      limit = next
    },
  }
}

function countedBy(per: 'key' | 'workflow' | 'organization', subject: LimitSubject): string {
  if (per === 'organization') return subject.organization
  return per === 'workflow' ? (subject.workflow ?? subject.key) : subject.key
}

function countFor({ algorithm = 'fixed-window', requests, windowMs }: RateLimit): Counter {
  if (!Number.isInteger(requests) || requests < 0) {
    throw new RangeError(`Cannot set the rate limit: expected a whole number of requests, found ${requests}`)
  }
  if (!(windowMs > 0)) throw new RangeError(`Cannot set the rate limit: expected a window of more than 0 ms, found ${windowMs}`)
  if (requests === 0) return () => windowMs
  return algorithm === 'fixed-window' ? fixedWindow(requests, windowMs) : tokenBucket(requests, windowMs)
}

/** A window begins with the first request after the last one ended. */
function fixedWindow(requests: number, windowMs: number): Counter {
  const windows = new Map<string, { readonly endsAt: number; left: number }>()
  return (counted, instant) => {
    const current = windows.get(counted)
    if (current === undefined || current.endsAt <= instant) {
      windows.set(counted, { endsAt: instant + windowMs, left: requests - 1 })
      return undefined
    }
    if (current.left === 0) return current.endsAt - instant
    current.left -= 1
    return undefined
  }
}

/** A bucket is remembered as the instant at which it will be full; a request moves that on by one share. */
function tokenBucket(requests: number, windowMs: number): Counter {
  const fullAt = new Map<string, number>()
  const share = windowMs / requests
  return (counted, instant) => {
    const next = Math.max(instant, fullAt.get(counted) ?? instant) + share
    const tooEarly = next - instant - windowMs
    if (tooEarly > nearly) return tooEarly
    fullAt.set(counted, next)
    return undefined
  }
}

/** Nothing passes before the whole second that the first refusal states, though the window may end within it. */
function keepToTheStated(statedAs: StatedAs, count: Counter): Counter {
  const statedUntil = new Map<string, number>()
  return (counted, instant) => {
    const until = statedUntil.get(counted)
    if (until !== undefined && instant < until) return until - instant
    statedUntil.delete(counted)
    const tooEarly = count(counted, instant)
    if (tooEarly === undefined) return undefined
    const origin = statedAs === 'seconds' ? instant : 0
    const stated = origin + Math.ceil((instant + tooEarly - origin - nearly) / 1000) * 1000
    statedUntil.set(counted, stated)
    return stated - instant
  }
}
