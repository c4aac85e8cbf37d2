import type { Exchange } from './target/exchange.ts'
import type { Target } from './target/target.ts'

/** The number of pauses into which `pollUntil` divides its timeout. */
const POLLS_WITHIN_TIMEOUT = 10

/** A value that is read again until it meets a condition. */
export interface Polling<T> {
  readonly read: () => Promise<T>
  readonly isDone: (value: T) => boolean
  readonly timeoutMs: number
  /** The reason for the wait, as the report states it. */
  readonly reason: string
}

/**
 * Reads a value until it meets a condition or the timeout has passed, and returns the last value. After the timeout, it
 * reads once more, so that a slow last read does not hide an effect.
 *
 * Rules poll because effects may be late. The source document does not state when a credit is taken or a publication becomes
 * visible, or how long a background run waits in a queue.
 */
export async function pollUntil<T>(target: Pick<Target, 'wait'>, polling: Polling<T>): Promise<T> {
  const { read, isDone, timeoutMs, reason } = polling
  const deadline = performance.now() + timeoutMs

  for (;;) {
    const isLastRead = performance.now() >= deadline

    const value = await read()
    if (isDone(value) || isLastRead) return value

    const leftMs = Math.max(1, deadline - performance.now())
    await target.wait(Math.min(timeoutMs / POLLS_WITHIN_TIMEOUT, leftMs), reason)
  }
}

/** How many runs should end, and how long to wait for them. */
interface ExpectedRuns {
  readonly atLeast: number
  /** Whether to continue to wait for late runs, after `atLeast` runs have ended. @default false */
  readonly awaitsLateRuns?: boolean
  /** @default the time that effects may take to become visible */
  readonly timeoutMs?: number | undefined
}

/** Waits until the expected number of runs have ended, and returns how many have ended. */
type WaitForEndedRuns = (expected: ExpectedRuns) => Promise<number>

/**
 * Starts to count the successful runs of a workflow with the hook `endedRuns`. Waits first until all earlier runs have ended,
 * since the hook counts those too.
 *
 * @returns a function that waits until at least `atLeast` runs have ended since the start of the count, or until the timeout has
 *   passed. With `awaitsLateRuns`, it then also waits for runs that end late. It returns how many have ended
 */
export async function startCountingRuns(target: Target, { flowId }: { readonly flowId: string }): Promise<WaitForEndedRuns> {
  const readTotal = () => target.hooks.endedRuns(flowId)
  // A total that no longer changes shows that the earlier runs have ended, so `readTotal` lets this wait end early.
  await target.waitForEffects('runs', readTotal)

  const totalBefore = await readTotal()
  const readEndedRuns = async () => (await readTotal()) - totalBefore

  return async function waitForEndedRuns(expected) {
    const endedRuns = await pollUntil(target, {
      read: readEndedRuns,
      isDone: (currentCount) => currentCount >= expected.atLeast,
      timeoutMs: expected.timeoutMs ?? target.settleMs,
      reason: 'runs in the background to end',
    })
    if (endedRuns < expected.atLeast) return endedRuns

    if (expected.awaitsLateRuns === true) {
      // The expected runs have ended. This wait is for runs that should not happen, for as long as an effect may be late.
      target.markRunsEnded()
      await target.waitForEffects('runs')
      return readEndedRuns()
    }

    // All known runs have ended, so later waits need not wait for them.
    target.markRunsEnded()
    return endedRuns
  }
}

export interface TimedExchange {
  readonly exchange: Exchange
  readonly durationMs: number
}

/** Measures how long a request takes until its response is complete. */
export async function measureDuration(response: Promise<Exchange>): Promise<TimedExchange> {
  const startMs = performance.now()
  const exchange = await response
  return { exchange, durationMs: performance.now() - startMs }
}
