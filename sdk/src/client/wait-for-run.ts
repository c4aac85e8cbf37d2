import { createInterruptionError } from '../errors/api-error.ts'
import type { RunIdSource } from '../responses/run-id.ts'
import { type Clock, isInterruption, openScope, systemClock } from '../transport/scope.ts'
import {
  type Checks,
  checkOptions,
  checkSegment,
  isChecked,
  isClock,
  isCount,
  isTotalTimeout,
  isDuration,
  isFunction,
  isSignal,
} from './check-options.ts'
import { type CallOptions, callChecks } from './settings.ts'

/** An asynchronous run that has started. */
export interface StartedRun {
  /** The run ID, or undefined if the response has none under the names that were looked for (RUN-ID-FIELD). */
  readonly runId: string | undefined
  /** The parsed body of the response. */
  readonly raw: unknown
  /** Status and headers of the response; its body has been read. */
  readonly response: Response
}

/**
 * Looks up the outcome of a run: undefined while it is running, then whatever it ended with. The document does not show
 * how to do this (RUN-STATUS-ENDPOINT), so the caller provides it.
 */
export type AskRun<Ending> = (started: StartedRun, signal: AbortSignal) => Promise<Ending | undefined>

/** The limits of a start, where its run ID is, and how to wait for its end. */
export interface StartOptions<Ending = unknown> extends CallOptions {
  /** Where the run ID is in the response (RUN-ID-FIELD). @default RUN_ID_NAMES */
  readonly runId?: RunIdSource | undefined
  /** Gives the started run a `wait()`. @default none, and there is no `wait()` */
  readonly ask?: AskRun<Ending> | undefined
}

/** The limits of waiting. */
export interface WaitOptions {
  /** Stops the waiting, not the run. @default none */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds in total. @default 600_000 */
  readonly totalTimeout?: number | undefined
  /** Milliseconds before the second call of `ask`; each further wait is half as long again. @default 1_000 */
  readonly interval?: number | undefined
  /** The longest wait between two calls of `ask`, in milliseconds. @default 15_000 */
  readonly maxInterval?: number | undefined
  /** How often in a row `ask` may fail, such as on a broken connection; the next failure ends the waiting. @default 2 */
  readonly maxRetries?: number | undefined
}

const waitChecks: Checks<WaitOptions> = {
  signal: isSignal,
  totalTimeout: isTotalTimeout,
  interval: isDuration,
  maxInterval: isDuration,
  maxRetries: isCount,
}

export const startChecks: Checks<StartOptions> = /* @__PURE__ */ Object.assign({ runId: isChecked, ask: isFunction }, callChecks)

/** A started run whose end can be waited for. */
export interface WaitableRun<Ending> extends StartedRun {
  /** Resolves with what `ask` found. Rejects with APITimeoutError, APIUserAbortError or what `ask` threw last. */
  readonly wait: (options?: WaitOptions) => Promise<Ending>
}

/** What a start returns: with `wait()` if the options have `ask`. */
export type Started<Options> = Options extends { readonly ask: AskRun<infer Ending> } ? WaitableRun<Ending> : StartedRun

/** How to wait for a run that was started elsewhere. */
export interface WaitForRunOptions<Ending = unknown> extends WaitOptions {
  /**
   * Looks up the outcome of the run: undefined while it is running, then whatever it ended with. An `ask` that only reads
   * `runId` also works for `start`.
   */
  readonly ask: (run: { readonly runId: string }, signal: AbortSignal) => Promise<Ending | undefined>
  /** The time, and timers. @default the clock of the machine */
  readonly clock?: Clock | undefined
  /** A number from 0 up to 1, for jitter. @default Math.random */
  readonly random?: (() => number) | undefined
}

const waitForRunChecks: Checks<WaitForRunOptions> = /* @__PURE__ */ Object.assign(
  { ask: isFunction, clock: isClock, random: isFunction },
  waitChecks,
)

/**
 * Waits for the end of a run by its run ID, such as one that another process started and stored. The document does not
 * show how to look it up (RUN-STATUS-ENDPOINT), so the caller provides `ask`, as for `start`.
 *
 * @throws ConfigurationError for invalid options, APITimeoutError, APIUserAbortError, or what `ask` threw last.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { waitForRun } from '@wfhost/sdk'
 *
 * const finished = new Map<string, string>()
 * const ask = async ({ runId }: { runId?: string | undefined }) => finished.get(runId ?? '')
 * setTimeout(() => finished.set('run-7', 'success'), 20)
 *
 * assert.equal(await waitForRun('run-7', { ask, interval: 10, totalTimeout: 60_000 }), 'success')
 * ```
 */
export async function waitForRun<Ending>(runId: string, options: WaitForRunOptions<Ending>): Promise<Ending> {
  checkOptions({ ...options, ask: options?.ask ?? null }, waitForRunChecks)
  const { ask, clock = systemClock, random = Math.random, ...limits } = options
  const what = `run ${checkSegment('runId', runId)}`
  return pollUntilEnded({ what, ask: (signal) => ask({ runId }, signal), clock, random, signals: [] }, limits)
}

interface Question<Ending> {
  /** What is waited for, in the words of a message. */
  readonly what: string
  readonly ask: (signal: AbortSignal) => Promise<Ending | undefined>
  readonly clock: Clock
  readonly random: () => number
  readonly signals: readonly (AbortSignal | undefined)[]
}

/** Polls until there is an ending, at growing intervals with jitter, or until the total timeout or an abort. */
export async function pollUntilEnded<Ending>(question: Question<Ending>, options: WaitOptions = {}): Promise<Ending> {
  const { ask, clock, random, what } = question
  checkOptions(options, waitChecks)
  const { totalTimeout = 600_000, interval = 1_000, maxInterval = 15_000, maxRetries = 2, signal } = options
  const scope = openScope({ clock, totalTimeout, signals: [...question.signals, signal] })
  try {
    for (let pause = interval, failures = 0; ; pause = Math.min(pause * 1.5, maxInterval)) {
      try {
        const ending = await scope.during(async (onInterrupt) => {
          const controller = new AbortController()
          onInterrupt(() => controller.abort())
          return ask(controller.signal)
        })
        if (ending !== undefined) return ending
        failures = 0
      } catch (thrown) {
        failures += 1
        if (isInterruption(thrown) || failures > maxRetries) throw thrown
      }
      await scope.sleepUntil(clock.now() + (pause / 2) * (1 + random()))
    }
  } catch (error) {
    const late = `no end was seen within ${totalTimeout} ms (totalTimeout)`
    const interrupted = { action: `wait for ${what}`, late, mayHaveRun: true }
    throw isInterruption(error) ? createInterruptionError(error, interrupted) : error
  } finally {
    scope.close()
  }
}
