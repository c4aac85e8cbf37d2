/** Where a client gets the time and its timers from; tests can pass their own. */
export interface Clock {
  /** Milliseconds, only ever forward: durations are measured with it. */
  readonly now: () => number
  /** Milliseconds since the epoch, to read and to tell dates. @default now */
  readonly date?: (() => number) | undefined
  /** Calls back after some milliseconds, unless the returned function is called first. */
  readonly after: (milliseconds: number, callback: () => void) => () => void
}

/** The clock of the machine. Somebody may set the date while a call is under way. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  date: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}

export function dateOf({ date, now }: Clock): number {
  return (date ?? now)()
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

/** Why a call was cut short. Never leaves the package. */
export class Interruption {
  readonly kind: 'abort' | 'totalTimeout' | 'timeout'
  /** The reason of the caller's signal. */
  readonly reason: unknown

  constructor(kind: Interruption['kind'], reason?: unknown) {
    this.kind = kind
    this.reason = reason
  }
}

/** Whether a thrown value is an Interruption. */
export function isInterruption(thrown: unknown): thrown is Interruption {
  try {
    return thrown instanceof Interruption
  } catch {
    // A proxy of the caller threw.
    return false
  }
}

/** The time that one call has, and everything that can end it early. */
export interface Scope {
  readonly clock: Clock
  readonly remaining: () => number
  /**
   * Settles as the work does, or rejects with an Interruption as soon as the call is aborted, its total timeout has
   * passed, or the given moment has come. The work learns of an interruption through what it hands to `onInterrupt`.
   */
  readonly during: <T>(work: (onInterrupt: (react: () => void) => void) => Promise<T>, until?: number) => Promise<T>
  readonly sleepUntil: (time: number) => Promise<void>
  readonly close: () => void
}

interface SharedListener {
  readonly callbacks: Set<() => void>
  readonly listener: () => void
}

/**
 * Listens to signals, once to each, and calls back everything that waits for it. Many calls can share one signal, and Node 20
 * warns of more than ten listeners.
 */
export class AbortListeners {
  readonly #shared = new WeakMap<AbortSignal, SharedListener>()

  /** Adds a callback. Returns a function that removes it. */
  add(signal: AbortSignal, callback: () => void): () => void {
    const shared = this.#shared.get(signal) ?? this.#listen(signal)
    shared.callbacks.add(callback)

    return () => {
      shared.callbacks.delete(callback)
      if (shared.callbacks.size > 0 || this.#shared.get(signal) !== shared) return
      signal.removeEventListener('abort', shared.listener)
      this.#shared.delete(signal)
    }
  }

  #listen(signal: AbortSignal): SharedListener {
    const callbacks = new Set<() => void>()
    const listener = () => {
      for (const callback of [...callbacks]) callback()
    }
    signal.addEventListener('abort', listener)
    const shared = { callbacks, listener }
    this.#shared.set(signal, shared)
    return shared
  }
}

interface ScopeLimits {
  readonly clock: Clock
  readonly totalTimeout: number
  readonly signals: readonly (AbortSignal | undefined)[]
  /** Shared by calls that can have the same signal. @default none are shared */
  readonly listeners?: AbortListeners | undefined
}

/**
 * Opens the scope of a call. It listens to each signal once and not through `AbortSignal.any`, which leaks on
 * signals that live long (nodejs/node 54614).
 */
export function openScope({ clock, totalTimeout, listeners = new AbortListeners(), signals }: ScopeLimits): Scope {
  const endsAt = clock.now() + totalTimeout
  const interrupts = new Set<(interruption: Interruption) => void>()
  let ended: Interruption | undefined

  const end = (interruption: Interruption) => {
    ended ??= interruption
    for (const interrupt of interrupts) interrupt(ended)
  }
  const cancelTotalTimeout = callAt(clock, { time: endsAt, callback: () => end(new Interruption('totalTimeout')) })
  const abort = () => {
    const aborted = signals.find((signal) => signal?.aborted)
    if (aborted) end(new Interruption('abort', aborted.reason))
  }
  abort()
  if (totalTimeout <= 0) end(new Interruption('totalTimeout'))
  const removals = signals.map((signal) => signal && listeners.add(signal, abort))

  const during: Scope['during'] = (work, until = Infinity) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      let react = () => {}
      const interrupt = (interruption: Interruption) => {
        finish()
        reject(interruption)
        react()
      }
      const cancelTimer = callAt(clock, { time: until, callback: () => interrupt(new Interruption('timeout')) })
      const finish = () => {
        interrupts.delete(interrupt)
        cancelTimer()
      }
      interrupts.add(interrupt)
      work((given) => {
        react = given
      })
        .then(resolve, reject)
        .finally(finish)
    })

  return {
    clock,
    remaining: () => endsAt - clock.now(),
    during,
    sleepUntil: (time) =>
      during((onInterrupt) => new Promise((resolve) => onInterrupt(callAt(clock, { time, callback: resolve })))),
    close: () => {
      cancelTotalTimeout()
      for (const remove of removals) remove?.()
    },
  }
}
