import type { World } from '../world/world.ts'
import { Refusal } from './plain-exchange.ts'
import type { LimitSubject } from './rate-limit.ts'
import { statedWait } from './stated-wait.ts'

/** Counts a request; 429 with Retry-After when it is over the limit (LIMIT-429, LIMIT-RETRY-AFTER). */
export function checkRateLimit(world: World, subject: LimitSubject): void {
  const waitMs = world.rateLimiter.take(subject)
  if (waitMs === undefined) return
  const headers = { 'retry-after': statedWait(world, waitMs) }
  throw new Refusal({ status: 429, headers, body: { message: 'The rate limit is exceeded' } })
}
