import { createInterruptionError } from '../errors/api-error.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { type Clock, createTimerClock } from '../transport/clock.ts'
import { isInterruption, Scope } from '../transport/scope.ts'
import {
  type Checks,
  checkOptions,
  checkPathSegment,
  checkRequired,
  isClock,
  isCount,
  isDuration,
  isFunction,
  isSignal,
  isTimeout,
} from './check-options.ts'

/** An asynchronous run that has started. `responseOf` returns the rest of the response. */
export interface StartedRun {
  /**
   * The run ID (RUN-ID-FIELD). It is undefined if the response has none under the names that were looked for, several that differ, or
   * a number with more digits than JSON keeps. The log warns of the last two.
   */
  readonly runId: string | undefined
}

/** How to wait for the end of a run. Durations are milliseconds. */
export interface WaitForRunOptions<Result = unknown> {
  /**
   * Looks up the outcome of the run: undefined while it is running, and its outcome afterwards. The document does not show
   * how to do this (RUN-STATUS-ENDPOINT), so the caller provides it.
   */
  readonly poll: (run: { readonly runId: string }, signal: AbortSignal) => Promise<Result | undefined>
  /** The time to wait in total. @default 600_000 */
  readonly timeout?: number | undefined
  /** The time before the second call of `poll`. Each further wait is half as long again. @default 1_000 */
  readonly interval?: number | undefined
  /** The longest wait between two calls of `poll`. @default 15_000 */
  readonly maxInterval?: number | undefined
  /** How often in a row `poll` may fail, such as on a broken connection. The next failure ends the waiting. @default 2 */
  readonly maxRetries?: number | undefined
  /** Stops the waiting, but not the run. @default none */
  readonly signal?: AbortSignal | undefined
  /** The time, and how to wait. @default the clock of the machine */
  readonly clock?: Clock | undefined
  /** A number from 0 up to 1, for jitter. @default Math.random */
  readonly random?: (() => number) | undefined
}

const optionChecks: Checks<WaitForRunOptions> = {
  poll: isFunction,
  timeout: isTimeout,
  interval: isDuration,
  maxInterval: isDuration,
  maxRetries: isCount,
  signal: isSignal,
  clock: isClock,
  random: isFunction,
}

/**
 * Waits for the end of an asynchronous run. Its run ID comes from `start`, which another process may have called.
 *
 * @returns what `poll` found
 * @throws ConfigurationError for invalid options, and for a started run without a run ID.
 * @throws APITimeoutError after `timeout`, and APIUserAbortError after an abort. The run continues in both cases.
 * @throws the last error of `poll` after too many failures in a row.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { waitForRun } from '@wfhost/sdk'
 *
 * const finished = new Map<string, string>()
 * const poll = async ({ runId }: { runId: string }) => finished.get(runId)
 * setTimeout(() => finished.set('run-7', 'success'), 20)
 *
 * assert.equal(await waitForRun('run-7', { poll, interval: 10, timeout: 60_000 }), 'success')
 * ```
 */
export async function waitForRun<Result>(run: string | StartedRun, options: WaitForRunOptions<Result>): Promise<Result> {
  checkRequired('poll', options?.poll, isFunction)
  checkOptions(options, optionChecks)
  const runId = readRunId(run)
  const { signal, timeout = 600_000 } = options
  const scope = new Scope({ clock: createTimerClock(options.clock), totalTimeout: timeout, signals: [signal] })

  try {
    return await pollUntilEnded({ runId }, options, scope)
  } catch (thrown) {
    if (!isInterruption(thrown)) throw thrown

    const action = `wait for run ${runId}`
    throw createInterruptionError(thrown, {
      action,
      timeoutMessage: `no end was seen within ${timeout} ms (timeout)`,
      mayHaveRun: true,
    })
  } finally {
    scope.close()
  }
}

function readRunId(run: string | StartedRun): string {
  const runId = typeof run === 'string' ? run : Object(run).runId
  if (runId !== undefined) return checkPathSegment('runId', runId)

  throw new ConfigurationError(
    'Cannot wait for the run: its response had no run ID. Say where it is with the option runId of start()',
  )
}

/**
 * Calls the caller's function `poll` until it returns a result. While the run is in progress, `poll` returns undefined.
 *
 * The pauses grow up to `maxInterval`. A few failures of `poll` in a row are tolerated (`maxRetries`). The scope has the timeout
 * and the signal of the caller. Both interrupt a pause, and a call of `poll` in progress.
 */
async function pollUntilEnded<Result>(
  run: { readonly runId: string },
  options: WaitForRunOptions<Result>,
  scope: Scope,
): Promise<Result> {
  const { interval = 1_000, maxInterval = 15_000, maxRetries = 2, poll, random = Math.random } = options
  let pauseMs = interval
  let consecutiveFailures = 0

  for (;;) {
    try {
      const result = await scope.during(async (onInterrupt) => {
        // The scope calls the function that `onInterrupt` receives. `poll` can pass the signal to its request, so that an
        // interruption ends the request, too.
        const controller = new AbortController()
        onInterrupt(() => controller.abort())
        return poll(run, controller.signal)
      })
      if (result !== undefined) return result
      consecutiveFailures = 0
    } catch (thrown) {
      consecutiveFailures += 1
      if (isInterruption(thrown) || consecutiveFailures > maxRetries) throw thrown
    }

    // A random time from half of the pause to all of it, so that many clients do not poll at the same moment.
    const waitMs = (pauseMs / 2) * (1 + random())
    await scope.sleepUntil(scope.clock.now() + waitMs)
    pauseMs = Math.min(pauseMs * 1.5, maxInterval)
  }
}
