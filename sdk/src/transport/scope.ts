/** Where a client gets the time and its timers from; tests can pass their own. */
export interface Clock {
  /** The time in milliseconds, which never goes back. Durations are measured with it. */
  readonly now: () => number
  /** Milliseconds since the epoch, to read and write dates. @default now */
  readonly date?: (() => number) | undefined
  /** Calls back after some milliseconds, unless the returned function is called first. */
  readonly after: (milliseconds: number, callback: () => void) => () => void
}

/** The clock of the machine. The date can be changed while a call is in progress, so durations do not use it. */
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

/** The longest delay of a timer, in milliseconds. A delay of more than 31 bits would fire immediately. */
const LONGEST_TIMER = 1e9

/**
 * Calls back at a given time, and never earlier. A timer that fires early, by up to a millisecond, is set again, and so is
 * one that could not be set for that long. Two more turns follow, so that a response of the same tick comes first.
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

/** A function that receives what to do if the work is interrupted. */
type OnInterrupt = (react: () => void) => void

/** The time that one call has, and everything that can end it early. */
export interface Scope {
  readonly clock: Clock
  /** Returns the time until the total timeout, in milliseconds. */
  readonly remaining: () => number
  /**
   * Settles as the work does. Rejects with an Interruption if the call is aborted, its total timeout has passed, or the time
   * `until` has come. The work can pass `onInterrupt` a function that is called then.
   */
  readonly during: <T>(work: (onInterrupt: OnInterrupt) => Promise<T>, until?: number) => Promise<T>
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

/** Opens the scope of a call. */
export function openScope(limits: ScopeLimits): Scope {
  return new CallScope(limits)
}

/**
 * The scope of one call. It listens to each signal itself, because `AbortSignal.any` leaks memory with signals that live long
 * (nodejs/node 54614).
 */
class CallScope implements Scope {
  readonly clock: Clock
  readonly #signals: ScopeLimits['signals']
  readonly #endsAt: number
  readonly #interrupts = new Set<(interruption: Interruption) => void>()
  readonly #cleanups: (() => void)[] = []
  #ended: Interruption | undefined

  constructor({ clock, totalTimeout, listeners = new AbortListeners(), signals }: ScopeLimits) {
    this.clock = clock
    this.#signals = signals
    this.#endsAt = clock.now() + totalTimeout

    this.#endIfAborted()
    if (totalTimeout <= 0) this.#end(new Interruption('totalTimeout'))

    const onTotalTimeout = () => this.#end(new Interruption('totalTimeout'))
    this.#cleanups.push(callAt(clock, { time: this.#endsAt, callback: onTotalTimeout }))
    for (const signal of signals) {
      if (signal !== undefined) this.#cleanups.push(listeners.add(signal, () => this.#endIfAborted()))
    }
  }

  remaining(): number {
    return this.#endsAt - this.clock.now()
  }

  during<T>(work: (onInterrupt: OnInterrupt) => Promise<T>, until = Infinity): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) {
        reject(this.#ended)
        return
      }

      let react = () => {}
      const finish = () => {
        this.#interrupts.delete(interrupt)
        cancelTimer()
      }
      const interrupt = (interruption: Interruption) => {
        finish()
        reject(interruption)
        react()
      }
      const cancelTimer = callAt(this.clock, { time: until, callback: () => interrupt(new Interruption('timeout')) })
      this.#interrupts.add(interrupt)

      work((given) => {
        react = given
      })
        .then(resolve, reject)
        .finally(finish)
    })
  }

  sleepUntil(time: number): Promise<void> {
    return this.during((onInterrupt) => {
      return new Promise((resolve) => onInterrupt(callAt(this.clock, { time, callback: resolve })))
    })
  }

  close(): void {
    for (const cleanUp of this.#cleanups) cleanUp()
  }

  #endIfAborted(): void {
    const aborted = this.#signals.find((signal) => signal?.aborted)
    if (aborted !== undefined) this.#end(new Interruption('abort', aborted.reason))
  }

  #end(interruption: Interruption): void {
    this.#ended ??= interruption
    for (const interrupt of this.#interrupts) interrupt(this.#ended)
  }
}
