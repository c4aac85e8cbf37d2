import { Bag, type BagItem } from './bag.ts'
import { callAt, type TimerClock } from './clock.ts'

/** Why a call was cut short. Never leaves the package. */
export class Interruption {
  readonly kind: 'abort' | 'totalTimeout' | 'timeout'
  /** The reason of the caller's signal, or the error of a clock that does not work. */
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

interface Callback extends BagItem {
  readonly call: () => void
}

interface SharedListener {
  readonly callbacks: Bag<Callback>
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
    const item: Callback = { call: callback, position: undefined }
    shared.callbacks.add(item)

    return () => {
      shared.callbacks.remove(item)
      if (shared.callbacks.size > 0 || this.#shared.get(signal) !== shared) return
      signal.removeEventListener('abort', shared.listener)
      this.#shared.delete(signal)
    }
  }

  /** Adds the only listener to a signal. It calls back everything that waits for the signal. */
  #listen(signal: AbortSignal): SharedListener {
    const callbacks = new Bag<Callback>()
    const listener = () => {
      for (const { call } of callbacks.list()) call()
    }
    signal.addEventListener('abort', listener)
    const shared = { callbacks, listener }
    this.#shared.set(signal, shared)
    return shared
  }
}

interface ScopeLimits {
  readonly clock: TimerClock
  readonly totalTimeout: number
  readonly signals: readonly (AbortSignal | undefined)[]
  /** Shared by calls that can have the same signal. @default none are shared */
  readonly listeners?: AbortListeners | undefined
}

/**
 * The time that one call has, and everything that can end it early. A scope listens to each signal itself, because
 * `AbortSignal.any` leaks memory with signals that live long (nodejs/node 54614).
 */
export class Scope {
  readonly clock: TimerClock
  readonly #signals: ScopeLimits['signals']
  readonly #endsAt: number
  readonly #pending = new Bag<Interruptible>()
  readonly #cleanups: (() => void)[] = []
  #ended: Interruption | undefined

  constructor({ clock, totalTimeout, listeners = new AbortListeners(), signals }: ScopeLimits) {
    this.clock = clock
    this.#signals = signals
    this.#endsAt = clock.now() + totalTimeout

    // A call can have ended before it begins.
    this.#endIfAborted()
    if (totalTimeout <= 0) this.#end(new Interruption('totalTimeout'))

    const onTotalTimeout = (clockError?: unknown) => this.#end(new Interruption('totalTimeout', clockError))
    this.#cleanups.push(callAt(clock, { time: this.#endsAt, callback: onTotalTimeout }))
    for (const signal of signals) {
      if (signal !== undefined) this.#cleanups.push(listeners.add(signal, () => this.#endIfAborted()))
    }
  }

  /** Returns the time until the total timeout, in milliseconds. */
  remaining(): number {
    return this.#endsAt - this.clock.now()
  }

  /**
   * Settles as the work does. Rejects with an Interruption if the call is aborted, its total timeout has passed, or the time
   * `until` has come. The work can pass `onInterrupt` a function that is called then.
   */
  during<T>(work: (onInterrupt: OnInterrupt) => Promise<T>, until = Infinity): Promise<T> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended)

    return new Promise((resolve, reject) => {
      const pending = new PendingWork<T>(this.#pending, { resolve, reject })
      pending.start(work, { clock: this.clock, deadline: until })
    })
  }

  /**
   * Calls a function of the caller that can be asynchronous, such as the one for the key. Its promise can be
   * interrupted, as by `during`. A result without a promise is returned directly, which is faster. Throws an Interruption if the
   * call has ended.
   */
  perform<T>(work: () => T | Promise<T>): T | Promise<T> {
    if (this.#ended !== undefined) throw this.#ended

    const result = work()
    return result instanceof Promise ? this.during(() => result) : result
  }

  /** Rejects with a ConfigurationError if the clock does not work. */
  sleepUntil(time: number): Promise<void> {
    return this.during((onInterrupt) => {
      return new Promise((resolve, reject) => {
        const callback = (clockError?: unknown) => (clockError === undefined ? resolve() : reject(clockError))
        onInterrupt(callAt(this.clock, { time, callback }))
      })
    })
  }

  /** Stops listening to the signals and to the clock. */
  close(): void {
    for (const cleanUp of this.#cleanups) cleanUp()
  }

  #endIfAborted(): void {
    const abortedSignal = this.#signals.find((signal) => signal?.aborted)
    if (abortedSignal !== undefined) this.#end(new Interruption('abort', abortedSignal.reason))
  }

  /** Ends the call, and interrupts its work in progress. The first interruption counts. */
  #end(interruption: Interruption): void {
    this.#ended ??= interruption
    for (const work of this.#pending.list()) work.interrupt(this.#ended)
  }
}

/** Work in progress that can be interrupted. */
interface Interruptible extends BagItem {
  readonly interrupt: (interruption: Interruption) => void
}

interface Settle<T> {
  readonly resolve: (value: T) => void
  readonly reject: (thrown: unknown) => void
}

interface WorkTime {
  readonly clock: TimerClock
  /** When the work is interrupted, by the clock; Infinity for no limit. */
  readonly deadline: number
}

/**
 * The work of one call of `Scope.during`. That method returns a promise, which settles once: with the result or the error of the
 * work, or with an interruption.
 *
 * `start` is called once. The work ends when its own promise settles, at its deadline, or when the scope calls `interrupt`. The
 * first of these ends counts.
 */
class PendingWork<T> implements Interruptible {
  /** The pending work of the scope. */
  readonly #pending: Bag<Interruptible>
  position: number | undefined
  readonly #settle: Settle<T>
  #abortWork: (() => void) | undefined
  #cancelTimer: (() => void) | undefined

  constructor(pending: Bag<Interruptible>, settle: Settle<T>) {
    this.#pending = pending
    this.#settle = settle
  }

  /**
   * Starts the work. At its deadline, the promise rejects with an Interruption, and the work is aborted.
   *
   * @param work - Receives `onInterrupt`. It can pass a function to `onInterrupt`, which is called to abort it.
   */
  start(work: (onInterrupt: OnInterrupt) => Promise<T>, { clock, deadline }: WorkTime): void {
    // The scope interrupts its pending work when the call of the client ends.
    this.#pending.add(this)
    // If a clock of the user throws an error, `callAt` passes it on immediately, and the work ends.
    const onDeadline = (clockError?: unknown) => this.interrupt(new Interruption('timeout', clockError))
    this.#cancelTimer = callAt(clock, { time: deadline, callback: onDeadline })

    const onInterrupt: OnInterrupt = (abortWork) => {
      this.#abortWork = abortWork
    }
    work(onInterrupt)
      .finally(() => this.#finish())
      .then(this.#settle.resolve, this.#settle.reject)
  }

  interrupt(interruption: Interruption): void {
    this.#finish()
    this.#settle.reject(interruption)
    this.#abortWork?.()
  }

  #finish(): void {
    this.#pending.remove(this)
    this.#cancelTimer?.()
  }
}
