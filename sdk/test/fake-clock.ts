import type { Clock } from '@wfhost/sdk'

type After = (milliseconds: number, callback: () => void) => () => void

/** A clock that is frozen until it is advanced. */
export interface FakeClock extends Clock {
  readonly date: () => number
  /** Advances the time, and runs every timer that becomes due. */
  readonly advance: (milliseconds: number) => Promise<void>
  /** Calls back after some milliseconds, unless the returned function is called first. */
  readonly after: After
  /** Returns the number of timers that are set. */
  readonly pending: () => number
}

export function createFakeClock(start = Date.UTC(2026, 10, 21, 10, 0, 0)): FakeClock {
  let time = start
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  const settle = async () => {
    for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  const after: After = (milliseconds, callback) => {
    const timer = { at: time + Math.max(0, milliseconds), callback }
    timers.add(timer)
    return () => timers.delete(timer)
  }
  return {
    now: () => time,
    date: () => time,
    after,
    sleep: sleepWith(after),
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

/** Makes a `sleep` of a clock from its timers. */
export function sleepWith(after: After): Clock['sleep'] {
  return (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const cancel = after(milliseconds, resolve)
      signal?.addEventListener('abort', () => {
        cancel()
        reject(signal.reason)
      })
    })
}
