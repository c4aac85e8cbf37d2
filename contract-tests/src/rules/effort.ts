import { CONCURRENT_REQUESTS } from '../requests.ts'
import type { Target } from '../target/target.ts'

/** How often a run repeats a request that may go to one of several instances or processes of a server. */
interface Effort {
  /** The number of concurrent requests. */
  readonly concurrentRequests: number
  /** How often a value is read before it counts as expected. */
  readonly readsInARow: number
  /** How often a group of concurrent requests is sent. */
  readonly rounds: number
}

const fullEffort: Effort = { concurrentRequests: CONCURRENT_REQUESTS, readsInARow: 6, rounds: 4 }

/** Two instances that respond in turn still differ in two reads, and three concurrent requests still overlap. */
const quickEffort: Effort = { concurrentRequests: 3, readsInARow: 2, rounds: 2 }

/** Returns how often the checks of a run repeat requests. */
export function effortOf({ isQuick }: Pick<Target, 'isQuick'>): Effort {
  return isQuick ? quickEffort : fullEffort
}
