import { type Clock, systemClock } from '../transport/clock.ts'
import { checkSegment } from './check-options.ts'
import { checkOptions } from './option-kinds.ts'
import { pollUntilEnded } from './poll-until-ended.ts'
import type { WaitOptions } from './start-options.ts'

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
 * assert.equal(await waitForRun('run-7', { ask, interval: 10, deadline: 60_000 }), 'success')
 * ```
 */
export async function waitForRun<Ending>(runId: string, options: WaitForRunOptions<Ending>): Promise<Ending> {
  checkOptions({ ask: options?.ask ?? null })
  const { ask, clock = systemClock, random = Math.random } = options
  const what = `run ${checkSegment('runId', runId)}`
  return pollUntilEnded({ what, ask: (signal) => ask({ runId }, signal), clock, random, signals: [] }, options)
}
