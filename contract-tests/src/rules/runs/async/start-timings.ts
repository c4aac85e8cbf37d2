import { runWorkflow } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { measureDuration, type TimedExchange } from '../../../waiting.ts'
import { isSuccess } from '../../expectations.ts'

/** The delay of the responses to async starts, compared with runs of a quick workflow. All times are in milliseconds. */
export interface StartDelay {
  /** The difference between the fastest start and the fastest quick run. */
  readonly delayMs: number
  /** The delay of a server that waits for the workflow. */
  readonly limitMs: number
  /** The difference between an ordinary quick run and the fastest one. It shows how busy the machine is. */
  readonly noiseMs: number
  readonly fastestStartMs: number
  readonly quickRunMs: number
  readonly slowRunMs: number
  readonly starts: number
  readonly quickRuns: number
}

/**
 * The share of the duration of the workflow from which a start counts as waiting. It is below 1, because the declared
 * duration may be a little too long.
 */
export const WAITING_SHARE = 0.8

/** A delay that people notice, in milliseconds. */
export const NOTICEABLE_DELAY_MS = 100

/** The share for a sync run that was measured, whose duration is more certain. */
const MEASURED_WAITING_SHARE = 0.9

/** How often a start must overtake a sync run. On a busy machine, one overtaking may be an accident. */
const OVERTAKINGS_NEEDED = 2

/** An async start that was sent while a sync run was in progress. */
interface RaceWithSyncRun {
  readonly syncRun: TimedExchange
  readonly asyncStart: TimedExchange
  /** Whether the response to the start came before the response to the earlier sync run. */
  readonly isStartFirst: boolean
}

/**
 * Measures async starts of the slow workflow, and runs of the quick workflow for comparison. Only the fastest of each
 * counts, because a busy machine makes responses late, but never early.
 *
 * The measurements are collected. `hasFastStart`, `hasOvertakenSyncRuns` and `summarize` judge them.
 */
export class StartTimings {
  readonly #target: Target
  readonly #startsMs: number[] = []
  readonly #quickRunsMs: number[] = []
  readonly #syncRunsMs: number[] = []
  #overtakingStartsCount = 0

  constructor(target: Target) {
    this.#target = target
  }

  /** Measures a quick run, and then one start, without a sync run at the same time. Returns the exchange of the start. */
  async measureOneStart(): Promise<Exchange> {
    await this.#measureQuickRun()
    const { durationMs, exchange } = await measureDuration(this.#runSlow('async'))
    this.#startsMs.push(durationMs)
    return exchange
  }

  /**
   * Measures an async start while a sync run of the same slow workflow is in progress, and then two quick runs.
   *
   * The start is sent when half of the sync run is over. If its response still comes first, the start has overtaken the sync
   * run: the server did not wait for the workflow. This holds even on a busy machine, on which all responses are late.
   */
  async measureStartDuringSyncRun(): Promise<void> {
    const { asyncStart, isStartFirst, syncRun } = await this.#startDuringSyncRun()

    this.#startsMs.push(asyncStart.durationMs)
    if (isSuccess(syncRun.exchange)) this.#syncRunsMs.push(syncRun.durationMs)

    const areSuccessful = isSuccess(syncRun.exchange) && isSuccess(asyncStart.exchange)
    if (areSuccessful && isStartFirst) this.#overtakingStartsCount += 1

    // The fastest quick run shows the delay of the network alone, so each start is compared with two more of them.
    await this.#measureQuickRun()
    await this.#measureQuickRun()
  }

  async #startDuringSyncRun(): Promise<RaceWithSyncRun> {
    let isSyncRunOver = false
    const sendSyncRun = async () => {
      const syncRun = await measureDuration(this.#runSlow('sync'))
      isSyncRunOver = true
      return syncRun
    }
    const sendStartHalfwayThrough = async () => {
      await this.#target.wait(this.#slowRunMs() / 2, 'a sync run to be under way')
      const asyncStart = await measureDuration(this.#runSlow('async'))
      return { asyncStart, isStartFirst: !isSyncRunOver }
    }

    const [syncRun, start] = await Promise.all([sendSyncRun(), sendStartHalfwayThrough()])
    return { syncRun, ...start }
  }

  /** Returns whether a start was so fast that it cannot have waited for the workflow. */
  hasFastStart(): boolean {
    const measuredSyncMs = this.#syncRunsMs.length === 0 ? 0 : Math.min(...this.#syncRunsMs, this.#slowRunMs())
    const waitingMs = Math.max(this.#limitMs(), MEASURED_WAITING_SHARE * measuredSyncMs)
    return Math.min(...this.#startsMs) < waitingMs
  }

  /** Returns whether responses to starts came before responses to earlier sync runs often enough to prove that none waited. */
  hasOvertakenSyncRuns(): boolean {
    return this.#overtakingStartsCount >= OVERTAKINGS_NEEDED
  }

  /** Compares the fastest start with the fastest quick run. */
  summarize(): StartDelay {
    const fastestStartMs = Math.min(...this.#startsMs)
    const quickRunMs = Math.min(...this.#quickRunsMs)

    return {
      delayMs: fastestStartMs - quickRunMs,
      limitMs: this.#limitMs(),
      noiseMs: median(this.#quickRunsMs) - quickRunMs,
      fastestStartMs,
      quickRunMs,
      slowRunMs: this.#slowRunMs(),
      starts: this.#startsMs.length,
      quickRuns: this.#quickRunsMs.length,
    }
  }

  #limitMs(): number {
    return WAITING_SHARE * this.#slowRunMs()
  }

  #slowRunMs(): number {
    return this.#target.fixtures.slow.durationMs
  }

  #runSlow(mode: 'sync' | 'async'): Promise<Exchange> {
    return runWorkflow(this.#target, { workflow: this.#target.fixtures.slow, mode })
  }

  async #measureQuickRun(): Promise<void> {
    const { durationMs } = await measureDuration(runWorkflow(this.#target, { workflow: this.#target.fixtures.echo }))
    this.#quickRunsMs.push(durationMs)
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Formats a duration for a message. */
export function inMs(durationMs: number): string {
  return `${Math.round(durationMs)} ms`
}
