import { Refusal } from './answer.ts'
import { httpDate } from './http-date.ts'
import type { LimitSubject } from './rate-limit.ts'
import type { World } from './world.ts'

/** Counts a request; 429 with Retry-After when it is over the limit (LIMIT-429, LIMIT-RETRY-AFTER). */
export function checkRateLimit(world: World, subject: LimitSubject): void {
  const waitMs = world.rateLimiter.take(subject)
  if (waitMs === undefined) return
  const seconds = Math.ceil(waitMs / 1000)
  const inSeconds = world.profile.retryAfterFormat === 'seconds'
  const retryAfter = inSeconds ? String(seconds) : httpDate(Math.ceil((world.clock.now() + waitMs) / 1000) * 1000)
  throw new Refusal({ status: 429, headers: { 'retry-after': retryAfter }, body: { message: 'The rate limit is exceeded' } })
}
