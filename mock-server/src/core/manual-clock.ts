import type { Clock } from './clock.ts'

/** A clock that moves only when it is told to. */
export interface ManualClock extends Clock {
  /**
   * Moves the clock on. Those who sleep wake at their own instants and in order, and what they do then, sleeping again
   * included, happens before the clock moves further.
   */
  advance(ms: number): Promise<void>
}

/**
 * Makes a clock for tests that stands still at an instant until it is advanced.
 *
 * @param startMs - Milliseconds since the epoch; by default 2026-01-01T00:00:00Z.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createManualClock } from '@wfhost/mock-server'
 *
 * const clock = createManualClock(0)
 * const hour = clock.sleep(3_600_000)
 * await clock.advance(3_600_000)
 * await hour
 * assert.equal(clock.now(), 3_600_000)
 * ```
 */
export function createManualClock(startMs: number = Date.UTC(2026, 0, 1)): ManualClock {
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()
  let now = startMs

  function nextBy(instant: number): { readonly at: number; readonly wake: () => void } | undefined {
    let next: { readonly at: number; readonly wake: () => void } | undefined
    for (const sleeper of sleepers) if (sleeper.at <= instant && (next === undefined || sleeper.at < next.at)) next = sleeper
    return next
  }

  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason)
        const sleeper = { at: now + Math.max(0, ms), wake }
        function wake(): void {
          signal?.removeEventListener('abort', stop)
          resolve()
        }
        function stop(): void {
          sleepers.delete(sleeper)
          reject(signal?.reason)
        }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', stop, { once: true })
      }),
    advance: async (ms) => {
      if (!(ms >= 0))
        throw new RangeError(`Cannot advance the clock: expected a number of milliseconds that is not negative, found ${ms}`)
      const end = now + ms
      await otherWork()
      for (let next = nextBy(end); next !== undefined; next = nextBy(end)) {
        now = Math.max(now, next.at)
        sleepers.delete(next)
        next.wake()
        await otherWork()
      }
      now = end
    },
  }
}

/** Lets everything run that waits for nothing but its turn. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
