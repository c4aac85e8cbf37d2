import { MockStateError } from '../mock-state-error.ts'

/** The time, and how to wait. Everything in the core that depends on time uses one of these. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after that many milliseconds; rejects with the signal's reason if that is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Settles as the promise does; rejects if that takes longer. Nothing is left that waits. */
export async function withTimeout<Value>(
  promise: Promise<Value>,
  { clock, late, ms }: { readonly clock: Clock; readonly ms: number; readonly late: () => unknown },
): Promise<Value> {
  const waiting = new AbortController()
  const tooLate = clock.sleep(ms, waiting.signal).then((): never => {
    throw late()
  })
  tooLate.catch(() => {})
  try {
    return await Promise.race([promise, tooLate])
  } finally {
    waiting.abort()
  }
}

/** A clock that follows the machine's clock, or is frozen, and can be advanced. */
export interface VirtualClock extends Clock {
  /** Whether the time stands still until the clock is advanced. */
  readonly frozen: boolean
  /** Stops the time. Everything that sleeps waits until the clock is advanced or follows again. */
  freeze(): void
  /** Continues from the current time, as fast as the machine's clock. */
  follow(): void
  /**
   * Advances the clock. Sleepers wake in order, each at its own time, and whatever they do then, including sleeping
   * again, happens before the clock moves further.
   */
  advance(ms: number): Promise<void>
  /** Goes back to the time at which it was created, or to the machine's, and is frozen or follows as it did then. */
  reset(): void
}

/** Returns a clock that can be controlled: the given one, or one whose controls throw a MockStateError. */
export function toVirtualClock(given: Clock): VirtualClock {
  if (isVirtual(given)) return given
  function refuse(): never {
    throw new MockStateError('Cannot control the clock: the service was given one of its own')
  }
  return {
    now: () => given.now(),
    sleep: (ms, signal) => given.sleep(ms, signal),
    frozen: false,
    freeze: refuse,
    follow: refuse,
    advance: async () => refuse(),
    reset: refuse,
  }
}

function isVirtual(clock: Clock): clock is VirtualClock {
  return 'advance' in clock
}

// Read at import: with timers faked later, a test would wait for itself.

/** The timer of the machine. */
export const setRealTimeout: typeof setTimeout = globalThis.setTimeout

export const cancelRealTimeout: typeof clearTimeout = globalThis.clearTimeout
