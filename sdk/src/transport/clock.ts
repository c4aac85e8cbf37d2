/** The time of a client, and how the client waits. A clock of `@wfhost/mock-server` fits, so a test can advance both. */
export interface Clock {
  /** The time in milliseconds, which never goes back. Durations are measured with it. */
  readonly now: () => number
  /** Milliseconds since the epoch, to read and write dates. @default now */
  readonly date?: (() => number) | undefined
  /** Resolves after some milliseconds. Rejects if the signal is aborted first. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** A clock that calls back. A timer takes less time and memory than a sleep and its signal. */
export interface TimerClock {
  readonly now: () => number
  readonly date: () => number
  /** Calls back after some milliseconds, unless the returned function is called first. */
  readonly after: (milliseconds: number, callback: () => void) => () => void
}

/** The clock of the machine. The date can be changed while a call is in progress, so durations do not use it. */
export const systemClock: TimerClock = {
  now: () => performance.timeOrigin + performance.now(),
  date: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Adds timers to a clock of the caller. Without one, returns the clock of the machine. */
export function timerClockOf(clock: Clock | undefined): TimerClock {
  if (clock === undefined) return systemClock

  return {
    now: () => clock.now(),
    date: () => clock.date?.() ?? clock.now(),
    after: (milliseconds, callback) => {
      const controller = new AbortController()
      // An aborted sleep rejects.
      clock.sleep(milliseconds, controller.signal).then(callback, () => {})
      return () => controller.abort()
    },
  }
}

/** The longest delay of a timer, in milliseconds. A delay of more than 31 bits would fire immediately. */
const LONGEST_TIMER = 1e9

/**
 * Calls back at a given time, and never earlier. A timer that fires early, by up to a millisecond, is set again, and so is
 * one that could not be set for that long. Two more turns follow, so that a response of the same tick comes first.
 */
export function callAt(clock: TimerClock, moment: { readonly time: number; readonly callback: () => void }): () => void {
  const { time, callback } = moment
  if (time === Infinity) return () => {}
  let cancel = () => {}
  const arm = () => {
    const left = time - clock.now()
    cancel = left > 0 ? clock.after(Math.min(left, LONGEST_TIMER), arm) : clock.after(0, yieldOnce)
  }
  const yieldOnce = () => {
    cancel = clock.after(0, callback)
  }
  arm()
  return () => cancel()
}
