import { CONCURRENT_REQUESTS } from '../requests.ts'
import type { Target } from '../target/target.ts'

/** How often a check repeats a request that may go to one of several instances or processes of a server. */
interface RepeatCounts {
  /** The number of concurrent requests. */
  readonly concurrentRequests: number
  /** How often a value is read before it counts as expected. */
  readonly readsInARow: number
  /** How often a group of concurrent requests is sent. */
  readonly rounds: number
}

const fullCounts: RepeatCounts = { concurrentRequests: CONCURRENT_REQUESTS, readsInARow: 6, rounds: 4 }

/** Two instances that respond in turn still differ in two reads, and three concurrent requests still overlap. */
const quickCounts: RepeatCounts = { concurrentRequests: 3, readsInARow: 2, rounds: 2 }

/** Returns how often the checks of a run repeat requests: less often in a quick run. */
export function chooseRepeatCounts({ isQuick }: Pick<Target, 'isQuick'>): RepeatCounts {
  return isQuick ? quickCounts : fullCounts
}
