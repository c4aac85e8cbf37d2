import { MockStateError } from '../mock-state-error.ts'
import { setRealTimeout, type VirtualClock } from './clock.ts'

// Longer timers fire at once.
const longestTimerMs = 2_147_483_647

interface Sleeper {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly wake: () => void
}

/**
 * Creates a clock that is frozen until it is advanced.
 *
 * @param startMs - Milliseconds since the epoch; by default 2026-01-01T00:00:00Z.
 * @throws {MockStateError} for a start that is no instant.
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
export function createManualClock(startMs: number = Date.UTC(2026, 0, 1)): VirtualClock {
  return createVirtualClock({ startMs, frozen: true })
}

/**
 * Creates a clock that, by default, follows the machine's clock, or the fake `Date` and `setTimeout` of a test. `advance`
 * does not depend on fake timers if this package was imported before they were installed.
 */
export function createVirtualClock(start: { readonly startMs?: number; readonly frozen?: boolean } = {}): VirtualClock {
  if (start.startMs !== undefined && !isInstant(start.startMs))
    throw new MockStateError(
      `Cannot make a clock: expected a start in milliseconds since the epoch, as Date.UTC(2026, 0, 1) gives it, found ${shown(start.startMs)}`,
    )
  // By when they wake, and at the same instant in the order in which they came.
  const sleepers: Sleeper[] = []
  const onAbort = createAbortListeners()
  let offset = 0
  let frozenAt: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function reset(): void {
    const startMs = start.startMs ?? Date.now()
    offset = startMs - Date.now()
    standStill(start.frozen === true ? startMs : undefined)
  }

  function standStill(instant: number | undefined): void {
    frozenAt = instant
    clock.frozen = instant !== undefined
    arm()
  }

  function now(): number {
    return frozenAt ?? Date.now() + offset
  }

  function moveTo(instant: number): void {
    if (frozenAt === undefined) offset += Math.max(0, instant - now())
    else frozenAt = instant
  }

  function firstUntil(instant: number): Sleeper | undefined {
    const [first] = sleepers
    return first !== undefined && first.at <= instant ? first : undefined
  }

  /** While it follows, one timer waits for the first sleeper. */
  function arm(): void {
    clearTimeout(timer)
    const first = frozenAt === undefined ? sleepers[0] : undefined
    timer = first === undefined ? undefined : setTimeout(wakeDue, Math.min(Math.max(0, first.at - now()), longestTimerMs))
  }

  function wakeDue(): void {
    for (let due = firstUntil(now()); due !== undefined; due = firstUntil(now())) due.wake()
    arm()
  }

  // No getter: it makes each clock a kind of object of its own, which takes memory in each world.
  const clock: VirtualClock & { frozen: boolean } = {
    now,
    reset,
    frozen: false,
    freeze: () => standStill(now()),
    follow: () => {
      if (frozenAt !== undefined) offset = frozenAt - Date.now()
      standStill(undefined)
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (typeof ms !== 'number' || Number.isNaN(ms))
          throw new MockStateError(`Cannot sleep: expected a number of milliseconds, found ${shown(ms)}`)
        if (signal?.aborted === true) return reject(signal.reason)
        function leave(): void {
          sleepers.splice(sleepers.indexOf(sleeper), 1)
          release?.()
        }
        const sleeper: Sleeper = {
          at: now() + Math.max(0, ms),
          wake: () => {
            leave()
            resolve()
          },
        }
        function stop(): void {
          leave()
          arm()
          reject(signal?.reason)
        }
        sleepers.splice(sleepers.findLastIndex(({ at }) => at <= sleeper.at) + 1, 0, sleeper)
        const release = signal === undefined ? undefined : onAbort(signal, stop)
        arm()
      }),
    advance: async (ms) => {
      const end = now() + ms
      if (!(ms >= 0) || !isInstant(end))
        throw new MockStateError(
          `Cannot advance the clock: expected a number of milliseconds from 0 that ends at a date, found ${shown(ms)}`,
        )
      await otherWork()
      for (let next = firstUntil(end); next !== undefined; next = firstUntil(end)) {
        moveTo(Math.max(now(), next.at))
        next.wake()
        await otherWork()
      }
      moveTo(end)
      arm()
    },
  }
  reset()
  return clock
}

/** What a Date can be made of; text would be put together with numbers. */
function isInstant(ms: unknown): boolean {
  return typeof ms === 'number' && !Number.isNaN(new Date(ms).getTime())
}

function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : `${typeof value} ${JSON.stringify(value)}`
}

/** Lets everything run that waits for nothing but its turn. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => setRealTimeout(resolve))
}

/** Calls a function when a signal is aborted; returns the function that removes the listener. */
type ListenForAbort = (signal: AbortSignal, listener: () => void) => () => void

/**
 * Adds a single listener to each signal, for all of its own: a signal compares every new listener with all of its others,
 * which is slow with many.
 */
export function createAbortListeners(): ListenForAbort {
  const listened = new WeakMap<AbortSignal, Listened>()
  return (signal, listener) => {
    const { callAll, listeners } = listened.get(signal) ?? createListened()
    listened.set(signal, { callAll, listeners })
    if (listeners.size === 0) signal.addEventListener('abort', callAll, { once: true })
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) signal.removeEventListener('abort', callAll)
    }
  }
}

interface Listened {
  readonly listeners: Set<() => void>
  readonly callAll: () => void
}

// A function for each signal: the event of an abort within another abort has no `currentTarget` in Node 24.
function createListened(): Listened {
  const listeners = new Set<() => void>()
  return {
    listeners,
    callAll: () => {
      for (const listener of listeners) listener()
    },
  }
}
