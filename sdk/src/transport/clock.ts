/** Where a client gets the time and its timers from; tests can pass their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Calls back after some milliseconds, unless the returned function is called first. */
  readonly after: (milliseconds: number, callback: () => void) => () => void
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Less than what fits in 31 bits: a timer with a longer delay would fire at once. */
const LONGEST_TIMER = 1e9

/**
 * Calls back at a given time, never before: a timer that fires early (by up to a millisecond) or could not be set for
 * that long is set again. Two more turns come last, so that whatever arrives on the same tick goes first.
 */
export function callAt(clock: Clock, moment: { readonly time: number; readonly callback: () => void }): () => void {
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
