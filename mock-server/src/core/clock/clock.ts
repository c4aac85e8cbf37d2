import { MockStateError } from '../mock-state-error.ts'

/** The time, and how to wait. Everything in the core that depends on time uses one of these. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after that many milliseconds; rejects with the signal's reason if that is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

interface Timeout {
  readonly clock: Clock
  readonly ms: number
  /** Creates the reason of the rejection. */
  readonly createError: () => unknown
}

/** Settles like the promise, or rejects if the promise takes longer than the timeout. Leaves no timer behind. */
export async function withTimeout<Value>(promise: Promise<Value>, { clock, createError, ms }: Timeout): Promise<Value> {
  const controller = new AbortController()
  const timeout = clock.sleep(ms, controller.signal).then((): never => {
    throw createError()
  })
  // The aborted sleep rejects after the race has ended.
  timeout.catch(() => {})

  try {
    return await Promise.race([promise, timeout])
  } finally {
    controller.abort()
  }
}

/** A clock that tests can control. It follows the clock of the machine, or it is frozen until it is advanced. */
export interface VirtualClock extends Clock {
  /** Whether the time is frozen until the clock is advanced. */
  readonly frozen: boolean
  /** Stops the time. Everything that sleeps waits until the clock is advanced or follows again. */
  freeze(): void
  /** Continues from the current time, as fast as the machine's clock. */
  follow(): void
  /**
   * Advances the clock. Sleepers wake in order, each at its own time. The clock moves further when everything that a sleeper
   * then does has happened, including sleeping again. A call waits for earlier calls, so that several calls add up.
   */
  advance(ms: number): Promise<void>
  /** Goes back to the time at which it was created, or to the machine's, and is frozen or follows as it did then. */
  reset(): void
}

/** Adds the members of a VirtualClock to a clock of the user. Those members throw a MockStateError. */
export function toVirtualClock(clock: Clock): VirtualClock {
  if (isVirtual(clock)) return clock

  function rejectControl(): never {
    throw new MockStateError('Cannot control the clock: the service was given one of its own')
  }

  return {
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    frozen: false,
    freeze: rejectControl,
    follow: rejectControl,
    advance: async () => rejectControl(),
    reset: rejectControl,
  }
}

function isVirtual(clock: Clock): clock is VirtualClock {
  return 'advance' in clock
}

// Read when the module is imported, before a test replaces the timers with fake ones.

/** Starts a timer of the machine. */
export const setRealTimeout: typeof setTimeout = globalThis.setTimeout

export const cancelRealTimeout: typeof clearTimeout = globalThis.clearTimeout
