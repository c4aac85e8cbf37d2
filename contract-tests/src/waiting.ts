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
  readonly minCount: number
  /**
   * Whether to wait on after `minCount` runs have ended, until no more runs can end. The result then includes runs that should not
   * have happened. @default false
   */
  readonly includeLateRuns?: boolean
  /** @default the time that effects may take to become visible */
  readonly timeoutMs?: number | undefined
}

/** Counts the successful runs of a workflow from now on. Waits first until all earlier runs have ended. */
export async function createRunCounter(target: Target, { flowId }: { readonly flowId: string }): Promise<RunCounter> {
  const readTotal = () => target.hooks.endedRuns(flowId)
  // A total that no longer changes shows that the earlier runs have ended, so `readTotal` lets this wait end early.
  await target.waitForEffects('runs', readTotal)

  return new RunCounter(target, readTotal, await readTotal())
}

/** Counts runs with the hook `endedRuns`, which returns the total of all times. */
export class RunCounter {
  readonly #target: Target
  readonly #readTotal: () => Promise<number>
  readonly #totalBefore: number

  constructor(target: Target, readTotal: () => Promise<number>, totalBefore: number) {
    this.#target = target
    this.#readTotal = readTotal
    this.#totalBefore = totalBefore
  }

  /** Waits until at least `minCount` runs have ended, or until the timeout has passed. Returns how many runs have ended. */
  async waitFor({ minCount, timeoutMs, includeLateRuns = false }: ExpectedRuns): Promise<number> {
    const target = this.#target
    const endedRunCount = await pollUntil(target, {
      read: () => this.#read(),
      isDone: (currentCount) => currentCount >= minCount,
      timeoutMs: timeoutMs ?? target.settleMs,
      reason: 'runs in the background to end',
    })
    if (endedRunCount < minCount) return endedRunCount

    // All known runs have ended, so later waits need not wait for them.
    target.markRunsEnded()
    if (!includeLateRuns) return endedRunCount

    await target.waitForEffects('runs')
    return this.#read()
  }

  async #read(): Promise<number> {
    return (await this.#readTotal()) - this.#totalBefore
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
