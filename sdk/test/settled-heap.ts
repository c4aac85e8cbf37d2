import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export const MEGABYTE = 1024 * 1024

/** Runs the garbage collector until the heap has not shrunk for some rounds, and returns its size. */
export async function settledHeap(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  let least = Number.POSITIVE_INFINITY
  // Memory that finalizers release is free a few turns and collections later.
  for (let idle = 0; idle < 5; idle += 1) {
    gc()
    await new Promise((resolve) => setTimeout(resolve, 10))
    const now = process.memoryUsage().heapUsed
    if (now < least - MEGABYTE / 100) idle = 0
    least = Math.min(least, now)
  }
  return least
}
