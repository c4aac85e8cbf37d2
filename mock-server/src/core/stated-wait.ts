import { httpDate } from './http-date.ts'
import type { World } from './world.ts'

/** A wait as Retry-After states it: whole seconds, never too early, in the form of the profile (LIMIT-RETRY-AFTER). */
export function statedWait(world: World, waitMs: number): string {
  if (world.profile.retryAfterFormat === 'seconds') return String(Math.ceil(waitMs / 1000))
  return httpDate(Math.ceil((world.clock.now() + waitMs) / 1000) * 1000)
}
