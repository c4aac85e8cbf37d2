import type { Clock } from '@wfhost/sdk'

/** A clock that stands still until it is moved. */
export interface FakeClock extends Clock {
  /** Moves the time on, and lets everything run that falls due on the way. */
  readonly advance: (milliseconds: number) => Promise<void>
  /** The delays of the timers that are set. */
  readonly pending: () => number
}

export function createFakeClock(start = Date.UTC(2026, 10, 21, 10, 0, 0)): FakeClock {
  let time = start
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  const settle = async () => {
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    now: () => time,
    after: (milliseconds, callback) => {
      const timer = { at: time + Math.max(0, milliseconds), callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    pending: () => timers.size,
    advance: async (milliseconds) => {
      const end = time + milliseconds
      await settle()
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        timers.delete(next)
        time = Math.max(time, next.at)
        next.callback()
        await settle()
      }
      time = end
    },
  }
}
