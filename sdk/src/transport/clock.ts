import { ConfigurationError } from '../errors/configuration-error.ts'

/** The time of a client, and how the client waits. A clock of `@wfhost/mock-server` fits, so a test can advance both. */
export interface Clock {
  /** The time in milliseconds, which never goes back. Durations are measured with it. */
  readonly now: () => number
  /** Milliseconds since the epoch, to read and write dates. @default now */
  readonly date?: (() => number) | undefined
  /** Resolves after some milliseconds, when `now` has advanced by them. Rejects if the signal is aborted first. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

/** A clock that calls back. A timer takes less time and memory than a sleep and its signal. */
export interface TimerClock {
  readonly now: () => number
  readonly date: () => number
  /** Calls back after some milliseconds, unless the returned function is called first. An error of the clock is passed on. */
  readonly after: (milliseconds: number, callback: (clockError?: unknown) => void) => () => void
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

/** Creates the clock of a client from the option `clock`, whose `sleep` becomes a timer. Without the option, it is the clock of the machine. */
export function createTimerClock(clock: Clock | undefined): TimerClock {
  if (clock === undefined) return systemClock

  return {
    now: () => clock.now(),
    date: () => clock.date?.() ?? clock.now(),
    after: (milliseconds, callback) => {
      const controller = new AbortController()
      callAfterSleep(clock, { milliseconds, signal: controller.signal, callback })
      return () => controller.abort()
    },
  }
}

interface Sleep {
  readonly milliseconds: number
  /** Cancels the callback, and lets the clock end the sleep. */
  readonly signal: AbortSignal
  /** Receives the error of a clock that fails. */
  readonly callback: (clockError?: unknown) => void
}

async function callAfterSleep(clock: Clock, { callback, milliseconds, signal }: Sleep): Promise<void> {
  let clockError: unknown
  try {
    await clock.sleep(milliseconds, signal)
  } catch (thrown) {
    clockError = thrown
  }

  if (!signal.aborted) callback(clockError)
}

/** The longest delay of a timer, in milliseconds. A delay of more than 31 bits would fire immediately. */
const LONGEST_TIMER = 1e9

/**
 * How many sleeps in a row may end although the time has not advanced. One can, because timers fire early by up to a
 * millisecond.
 */
const MAX_IDLE_SLEEPS = 10

interface Moment {
  /** By the clock, in milliseconds. */
  readonly time: number
  /** Receives an error if the clock does not work. Then it is called immediately, because its time may never come. */
  readonly callback: (clockError?: ConfigurationError) => void
}

/** Calls back at a time by the clock, and never earlier. Returns a function that cancels the callback. Timeouts and waits use it. */
export function callAt(clock: TimerClock, moment: Moment): () => void {
  if (moment.time === Infinity) return () => {}

  const alarm = new Alarm(clock, moment)
  alarm.set()
  return () => alarm.cancel()
}

/** Calls back at one moment, with as many timers as that needs. */
class Alarm {
  readonly #clock: TimerClock
  readonly #moment: Moment
  #cancelTimer = () => {}
  #lastRemainingMs = Infinity
  #idleSleeps = 0

  constructor(clock: TimerClock, moment: Moment) {
    this.#clock = clock
    this.#moment = moment
  }

  cancel(): void {
    this.#cancelTimer()
  }

  /** Sets a timer. A timer can fire early, and cannot be set for more than `LONGEST_TIMER`, so each timer may set the next one. */
  set(): void {
    const remainingMs = this.#remainingMs()
    // A clock that does not work can return NaN. The time counts as passed then, because it would never come.
    const isAhead = remainingMs > 0
    if (isAhead) this.#setTimer(Math.min(remainingMs, LONGEST_TIMER), (thrown) => this.#onTimer(thrown))
    else this.#callBack()
  }

  #onTimer(thrown: unknown): void {
    const clockError = this.#checkSleep(thrown)
    if (clockError === undefined) this.set()
    else this.#moment.callback(clockError)
  }

  /** Notes the end of a sleep. Returns an error if the clock does not work. */
  #checkSleep(thrown: unknown): ConfigurationError | undefined {
    if (thrown !== undefined) return new ConfigurationError('Cannot use clock: sleep() failed', { cause: thrown })

    const remainingMs = this.#remainingMs()
    const hasAdvanced = remainingMs < this.#lastRemainingMs
    this.#idleSleeps = hasAdvanced ? 0 : this.#idleSleeps + 1
    this.#lastRemainingMs = remainingMs

    // Otherwise a `sleep` that always resolves immediately would block the process forever.
    if (this.#idleSleeps <= MAX_IDLE_SLEEPS) return undefined
    return new ConfigurationError('Cannot use clock: sleep() resolves, but now() does not advance')
  }

  /** Calls back after two more turns of the event loop, so that a response of the same turn comes before its timeout. */
  #callBack(): void {
    this.#setTimer(0, () => this.#setTimer(0, () => this.#moment.callback()))
  }

  #setTimer(milliseconds: number, onTimer: (thrown?: unknown) => void): void {
    this.#cancelTimer = this.#clock.after(milliseconds, onTimer)
  }

  #remainingMs(): number {
    return this.#moment.time - this.#clock.now()
  }
}
