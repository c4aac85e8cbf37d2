/** A rate limit (LIMIT-429). The numbers are not documented: there is none unless one is set. */
export interface RateLimit {
  /** How many requests pass in one window. */
  readonly requests: number
  readonly windowMs: number
  /** What is counted together. @default key */
  readonly per?: 'key' | 'workflow' | 'organization'
}

/** What of a request a limit may count by. */
export interface LimitSubject {
  readonly key: string
  /** The flowId of a run request. */
  readonly workflow?: string
  /** The organization of a tool-hosting key, the workspace of a workflow key. */
  readonly organization: string
}

/** Counts requests in fixed windows; a window begins with the first request after the last one ended. */
export interface RateLimiter {
  /** Counts a request, and says how many milliseconds its window still lasts if it is over the limit. */
  take(subject: LimitSubject): number | undefined
  set(limit: RateLimit | undefined): void
}

/** Makes a limiter that counts by the given clock. Setting a limit forgets what was counted. */
export function createRateLimiter(now: () => number, initial?: RateLimit): RateLimiter {
  let limit = initial === undefined ? undefined : checked(initial)
  let windows = new Map<string, { readonly endsAt: number; left: number }>()

  return {
    take: (subject) => {
      if (limit === undefined) return undefined
      const counted = countedBy(limit.per ?? 'key', subject)
      const instant = now()
      const current = windows.get(counted)
      if (current === undefined || current.endsAt <= instant) {
        windows.set(counted, { endsAt: instant + limit.windowMs, left: limit.requests - 1 })
        return limit.requests > 0 ? undefined : limit.windowMs
      }
      if (current.left <= 0) return current.endsAt - instant
      current.left -= 1
      return undefined
    },
    set: (next) => {
      limit = next === undefined ? undefined : checked(next)
      windows = new Map()
    },
  }
}

function countedBy(per: 'key' | 'workflow' | 'organization', subject: LimitSubject): string {
  if (per === 'organization') return subject.organization
  return per === 'workflow' ? (subject.workflow ?? subject.key) : subject.key
}

function checked(limit: RateLimit): RateLimit {
  if (!Number.isInteger(limit.requests) || limit.requests < 0) {
    throw new RangeError(`Cannot set the rate limit: expected a whole number of requests, found ${limit.requests}`)
  }
  if (!(limit.windowMs > 0))
    throw new RangeError(`Cannot set the rate limit: expected a window of more than 0 ms, found ${limit.windowMs}`)
  return limit
}
