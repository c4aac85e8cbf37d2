import type { World } from '../world/world.ts'
import { httpDate } from './respond.ts'

/** The value of Retry-After for a wait: rounded up to seconds, in the format of the profile (LIMIT-RETRY-AFTER). */
export function statedWait(world: World, waitMs: number): string {
  if (world.profile.retryAfterFormat === 'seconds') return String(Math.ceil(waitMs / 1000))
  return httpDate(Math.ceil((world.clock.now() + waitMs) / 1000) * 1000)
}
