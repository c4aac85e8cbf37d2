import { APIError } from '../errors/api-error.ts'
import type { TimerClock } from '../transport/clock.ts'
import type { Scope } from '../transport/scope.ts'
import type { BatchProgress } from './batch.ts'

export const MAX_UNKNOWN = 5

/** The pauses before each probe, in milliseconds. Up to a quarter is added at random. */
const PROBE_WAITS = [5_000, 20_000, 60_000]

type PauseReason = NonNullable<BatchProgress['pauseReason']>

/** Permission to send one input. */
export interface Turn {
  /** Whether only this input is sent, to see whether the service responds again. */
  readonly isProbe: boolean
  /** Gives the turn of a probe to another input, after an input that was not sent or did not run. Without effect for other turns. */
  readonly release: () => void
}

interface GateOptions {
  readonly clock: TimerClock
  /** The number of unknown outcomes in a row after which only probes pass. */
  readonly maxUnknown: number
  readonly random: () => number
}

/**
 * Makes the inputs of a batch wait while the service would refuse them, or does not respond. All workers share it.
 *
 * After `maxUnknown` unknown outcomes in a row it works as a circuit breaker. After each of three pauses, a single input
 * probes the service, and the other inputs wait. Each failed probe costs one more unknown outcome.
 */
export class BatchGate {
  readonly #clock: TimerClock
  readonly #maxUnknown: number
  readonly #random: () => number
  /** Functions that let an input continue which waits for the end of a probe. */
  readonly #waiting = new Set<() => void>()
  #closedUntil = 0
  #pauseReason: PauseReason | undefined
  #unknownInARow = 0
  #probesSent = 0
  #isProbing = false

  constructor({ clock, maxUnknown, random }: GateOptions) {
    this.#clock = clock
    this.#maxUnknown = maxUnknown
    this.#random = random
  }

  /**
   * Resolves when an input may be sent: immediately, or at the end of a pause. After too many unknown outcomes in a row, only one
   * input at a time is sent: a probe, which shows whether the service works again.
   */
  async waitForTurn(scope: Scope): Promise<Turn> {
    for (;;) {
      // A loop, because another input can close the gate again during the wait.
      while (this.#closedUntil > this.#clock.now()) await scope.sleepUntil(this.#closedUntil)

      const allowsOnlyProbes = this.#unknownInARow >= this.#maxUnknown
      if (!allowsOnlyProbes) return { isProbe: false, release: () => {} }
      if (!this.#isProbing) return this.#startProbe()

      await scope.during(() => this.#waitForEndOfProbe())
    }
  }

  #startProbe(): Turn {
    this.#isProbing = true
    return { isProbe: true, release: () => this.#endProbe() }
  }

  #waitForEndOfProbe(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve))
  }

  /** Holds all inputs until a time, by the clock of the batch. */
  hold(until: number, reason: PauseReason): void {
    if (until <= this.#closedUntil) return
    this.#closedUntil = until
    this.#pauseReason = reason
  }

  /** Counts a response that says what happened to a run. The service works. */
  countKnownOutcome(): void {
    this.#unknownInARow = 0
    this.#probesSent = 0
    this.#endProbe()
  }

  /**
   * Counts an unknown outcome: the run may have happened. After the `maxUnknown`th in a row, and after each failed probe, the
   * batch pauses. Returns the error that ends the batch once the last probe has failed.
   */
  countUnknown(error: APIError, { isProbe }: Turn): APIError | undefined {
    this.#unknownInARow += 1

    // Runs that were in progress when the breaker opened say nothing new.
    const opensBreaker = this.#unknownInARow === this.#maxUnknown
    if (!isProbe && !opensBreaker) return undefined

    const pauseMs = PROBE_WAITS[this.#probesSent]
    if (pauseMs === undefined) return createBreakerError(this.#unknownInARow, error)

    const jitter = 1 + this.#random() / 4
    this.hold(this.#clock.now() + pauseMs * jitter, 'unknown')
    this.#probesSent += 1
    this.#endProbe()
    return undefined
  }

  /** Describes the current pause, for `onProgress`. */
  pause(): Pick<BatchProgress, 'pausedUntil' | 'pauseReason'> {
    const remaining = this.#closedUntil - this.#clock.now()
    if (remaining <= 0) return { pausedUntil: undefined, pauseReason: undefined }

    return { pausedUntil: this.#clock.date() + remaining, pauseReason: this.#pauseReason }
  }

  #endProbe(): void {
    this.#isProbing = false
    for (const resume of this.#waiting) resume()
    this.#waiting.clear()
  }
}

function createBreakerError(count: number, cause: APIError): APIError {
  const pauses = PROBE_WAITS.length
  const message = `Cannot finish the batch: the outcomes of ${count} runs in a row are unknown, also after ${pauses} pauses; the last one: ${cause.message}`
  return new APIError(message, { status: cause.status, cause })
}
