import { MockStateError } from '../mock-state-error.ts'
import { setRealTimeout, type VirtualClock } from './clock.ts'

// Node runs a longer timer immediately.
const maxTimerMs = 2_147_483_647

/** How many sleeps of 0 ms may follow each other while the clock stands. A workflow that polls without a pause exceeds this. */
const maxSleepsInstantly = 1_000

interface Sleeper {
  /** Milliseconds since the epoch. */
  readonly wakeAt: number
  /** How many sleeps of 0 ms, one after the other, have led to this one. 0 for a longer sleep. */
  readonly instantSleeps: number
  readonly wake: () => void
}

/**
 * Creates a clock that is frozen until it is advanced.
 *
 * @param startMs - Milliseconds since the epoch; by default 2026-01-01T00:00:00Z.
 * @throws {MockStateError} for a start that a Date cannot represent.
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
  checkStart(start.startMs)

  // Sorted by the time at which they wake. Sleepers with the same time are in the order in which they started.
  const sleepers: Sleeper[] = []
  const listenForAbort = createAbortListeners()
  let offset = 0
  let frozenAt: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  // The sleeper that `advance` has woken, until the work that it starts has finished.
  let wokenSleeper: Sleeper | undefined
  // The last call of `advance`, while it is in progress.
  let pendingAdvance: Promise<void> | undefined

  function reset(): void {
    const startMs = start.startMs ?? Date.now()
    offset = startMs - Date.now()
    setFrozenAt(start.frozen === true ? startMs : undefined)
  }

  function setFrozenAt(instant: number | undefined): void {
    frozenAt = instant
    clock.frozen = instant !== undefined
    scheduleWake()
  }

  function follow(): void {
    if (frozenAt !== undefined) offset = frozenAt - Date.now()
    setFrozenAt(undefined)
  }

  function now(): number {
    return frozenAt ?? Date.now() + offset
  }

  function moveTo(instant: number): void {
    if (frozenAt === undefined) offset += Math.max(0, instant - now())
    else frozenAt = instant
  }

  function findDueSleeper(instant: number): Sleeper | undefined {
    const [first] = sleepers
    return first !== undefined && first.wakeAt <= instant ? first : undefined
  }

  /** Starts the timer for the first sleeper, unless the clock is frozen. */
  function scheduleWake(): void {
    clearTimeout(timer)
    timer = undefined

    const [first] = sleepers
    if (first === undefined || frozenAt !== undefined) return
    const delayMs = Math.max(0, first.wakeAt - now())
    timer = setTimeout(wakeDue, Math.min(delayMs, maxTimerMs))
  }

  function wakeDue(): void {
    for (let due = findDueSleeper(now()); due !== undefined; due = findDueSleeper(now())) due.wake()
    scheduleWake()
  }

  function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      checkSleep(ms)
      if (signal?.aborted === true) return reject(signal.reason)

      const instantSleeps = ms > 0 ? 0 : (wokenSleeper?.instantSleeps ?? 0) + 1
      const sleeper: Sleeper = { wakeAt: now() + Math.max(0, ms), instantSleeps, wake }
      insertSleeper(sleepers, sleeper)
      const stopListening = signal === undefined ? undefined : listenForAbort(signal, abort)
      scheduleWake()

      function wake(): void {
        leave()
        resolve()
      }

      function abort(): void {
        leave()
        scheduleWake()
        reject(signal?.reason)
      }

      function leave(): void {
        sleepers.splice(sleepers.indexOf(sleeper), 1)
        stopListening?.()
      }
    })
  }

  /** Advances the clock after the calls of `advance` that are in progress, so that their times add up. */
  async function advance(ms: number): Promise<void> {
    const advanced = (pendingAdvance ?? Promise.resolve()).then(() => advanceNow(ms))
    const ended = advanced.catch(() => {})
    pendingAdvance = ended

    try {
      await advanced
    } finally {
      if (pendingAdvance === ended) pendingAdvance = undefined
    }
  }

  /** Wakes the sleepers in order, each at its time, and lets the work that they start finish before the next one. */
  async function advanceNow(ms: number): Promise<void> {
    const end = now() + ms
    checkAdvance(ms, end)

    await finishPendingWork()

    for (let next = findDueSleeper(end); next !== undefined; next = findDueSleeper(end)) {
      if (next.instantSleeps > maxSleepsInstantly) {
        // It wakes nevertheless, so that the next call of `advance` counts anew.
        next.wake()
        throw createEndlessSleepError(now())
      }

      moveTo(Math.max(now(), next.wakeAt))
      wokenSleeper = next
      next.wake()
      await finishPendingWork()
      wokenSleeper = undefined
    }

    moveTo(end)
    scheduleWake()
  }

  // A property and not a getter: an object with getters takes more memory in each world.
  const clock: VirtualClock & { frozen: boolean } = {
    now,
    reset,
    frozen: false,
    freeze: () => setFrozenAt(now()),
    follow,
    sleep,
    advance,
  }
  reset()
  return clock
}

/** Inserts a sleeper after those that wake earlier or at the same time. */
function insertSleeper(sleepers: Sleeper[], sleeper: Sleeper): void {
  const index = sleepers.findLastIndex(({ wakeAt }) => wakeAt <= sleeper.wakeAt) + 1
  sleepers.splice(index, 0, sleeper)
}

function checkStart(startMs: number | undefined): void {
  if (startMs === undefined || isInstant(startMs)) return
  throw new MockStateError(
    `Cannot make a clock: expected a start in milliseconds since the epoch, as Date.UTC(2026, 0, 1) gives it, found ${describe(startMs)}`,
  )
}

function checkSleep(ms: unknown): void {
  if (typeof ms === 'number' && !Number.isNaN(ms)) return
  throw new MockStateError(`Cannot sleep: expected a number of milliseconds, found ${describe(ms)}`)
}

function checkAdvance(ms: number, end: number): void {
  if (ms >= 0 && isInstant(end)) return
  throw new MockStateError(
    `Cannot advance the clock: expected a number of milliseconds from 0 that ends at a date, found ${describe(ms)}`,
  )
}

function createEndlessSleepError(time: number): MockStateError {
  const place = `the clock stands at ${new Date(time).toISOString()}`
  return new MockStateError(
    `Cannot advance the clock: ${place}, because something slept 0 ms more than ${maxSleepsInstantly} times in a row; let it sleep longer, as time passes only while everything sleeps`,
  )
}

/** Returns whether a value is a time that a Date can represent. A text is not, because adding a number would concatenate it. */
function isInstant(ms: unknown): boolean {
  return typeof ms === 'number' && !Number.isNaN(new Date(ms).getTime())
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'number' ? String(value) : `${typeof value} ${JSON.stringify(value)}`
}

/** Waits until all pending promises have settled that wait for no timer. */
function finishPendingWork(): Promise<void> {
  return new Promise((resolve) => setRealTimeout(resolve))
}

/** Calls a function when a signal is aborted; returns the function that removes the listener. */
type ListenForAbort = (signal: AbortSignal, listener: () => void) => () => void

/**
 * Adds a single listener to each signal, which calls all others. A signal compares each new listener with all existing ones,
 * which is slow for many listeners.
 */
export function createAbortListeners(): ListenForAbort {
  const listenersBySignal = new WeakMap<AbortSignal, SignalListeners>()
  return (signal, listener) => {
    const { callAll, listeners } = listenersBySignal.get(signal) ?? createSignalListeners()
    listenersBySignal.set(signal, { callAll, listeners })
    if (listeners.size === 0) signal.addEventListener('abort', callAll, { once: true })
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) signal.removeEventListener('abort', callAll)
    }
  }
}

interface SignalListeners {
  readonly listeners: Set<() => void>
  readonly callAll: () => void
}

// One function for each signal: in Node 24, the event of an abort within another abort has no `currentTarget`.
function createSignalListeners(): SignalListeners {
  const listeners = new Set<() => void>()
  return {
    listeners,
    callAll: () => {
      for (const listener of listeners) listener()
    },
  }
}
