import { operations } from '../operations/operations.ts'
import type { CheckRequest, Exchange } from './exchange.ts'
import type { Effect } from './target.ts'

/** How long effects take on a target. */
export interface EffectOptions {
  /** How late an effect may become visible, in milliseconds. */
  readonly settleMs: number
  /** The workflow whose runs continue in the background, and the duration of one run. */
  readonly slowWorkflow?: { readonly flowId: string; readonly durationMs: number } | undefined
}

interface EffectWait {
  readonly pause: (durationMs: number) => Promise<void>
  /** Counts the effects, so that the wait can end as soon as the count stays the same. @default waits for the longest time */
  readonly readCount?: (() => Promise<number>) | undefined
}

/** Up to this `settleMs`, in milliseconds, the whole time is always waited. */
const SHORT_SETTLE_MS = 50

/**
 * Keeps track of the time until which effects of earlier requests may still become visible. It assumes the slowest
 * conforming server: one that executes background runs one after another.
 */
export class EffectTracker {
  readonly #settleMs: number
  readonly #slowWorkflow: EffectOptions['slowWorkflow']
  /** The time at which the last effect of each kind has certainly ended, as `performance.now()`. */
  readonly #busyUntilMs: Record<Effect, number> = { runs: Number.NEGATIVE_INFINITY, executions: Number.NEGATIVE_INFINITY }
  readonly #asyncStarts: Exchange[] = []

  constructor({ settleMs, slowWorkflow }: EffectOptions) {
    this.#settleMs = settleMs
    this.#slowWorkflow = slowWorkflow
  }

  /** Waits for the response to a request, and records which effects the request may have. */
  async track(request: CheckRequest, response: Promise<Exchange>): Promise<Exchange> {
    try {
      const exchange = await response
      this.#recordEffect(request, exchange.status)
      if (exchange.status < 300 && hasMode(request, 'async')) this.#asyncStarts.push(exchange)
      return exchange
    } catch (error) {
      // The server may have acted on a request without a response.
      this.#recordEffect(request, undefined)
      throw error
    }
  }

  /** Returns the responses to all accepted async starts at a URL. */
  listAsyncStarts(url: string): readonly Exchange[] {
    return this.#asyncStarts.filter(({ request }) => request.url === url)
  }

  /** Records that all expected runs have ended. At most one unexpected run can still be in progress. */
  markRunsEnded(): void {
    const oneMoreRunMs = performance.now() + this.#slowRunMs()
    this.#busyUntilMs.runs = Math.min(this.#busyUntilMs.runs, oneMoreRunMs)
  }

  /**
   * Waits until the requests so far can have no more effects. If the count of runs stays the same for longer than two runs
   * take, none is in progress, and the wait ends early.
   */
  async waitForEffects(effect: Effect, { pause, readCount }: EffectWait): Promise<void> {
    const quietMs = this.#settleMs + 2 * this.#slowRunMs()
    let lastCount = Number.NaN

    while (readCount !== undefined && this.#remainingMs(effect) > quietMs) {
      const count = await readCount()
      if (count === lastCount) return this.markRunsEnded()

      lastCount = count
      await pause(quietMs)
    }

    await pause(this.#remainingMs(effect))
  }

  #recordEffect(request: CheckRequest, status: number | undefined): void {
    const effect = operations[request.operationId].effect
    // An invalid key is refused before anything happens.
    if (effect === undefined || status === 401) return

    const nowMs = performance.now()
    const busyUntilMs = Math.max(nowMs, this.#busyUntilMs[effect])

    if (!this.#mayRunInBackground(request)) {
      this.#busyUntilMs[effect] = busyUntilMs
    } else if (status !== undefined && status >= 400) {
      // A refused request must not start a run. A defective server may start one, which then needs its time.
      this.#busyUntilMs[effect] = Math.max(this.#busyUntilMs[effect], nowMs + this.#slowRunMs())
    } else {
      this.#busyUntilMs[effect] = busyUntilMs + this.#slowRunMs()
    }
  }

  /** Returns whether a request may start a run of the slow workflow that continues after the response. */
  #mayRunInBackground(request: CheckRequest): boolean {
    if (this.#slowWorkflow === undefined) return false

    const path = `/flows/${encodeURIComponent(this.#slowWorkflow.flowId)}/`
    return request.url.includes(path) && !hasMode(request, 'sync')
  }

  #remainingMs(effect: Effect): number {
    const remainingMs = this.#busyUntilMs[effect] + this.#settleMs - performance.now()
    if (remainingMs === Number.NEGATIVE_INFINITY) return 0

    // If the server shares this process, its timers may be late. Timers of equal length end in the order in which they
    // began, so that a wait of the full length ends after the effect.
    if (this.#settleMs <= SHORT_SETTLE_MS && remainingMs <= this.#settleMs) return this.#settleMs

    // A timer may fire up to a millisecond early.
    return Math.max(1, Math.ceil(remainingMs) + 1)
  }

  #slowRunMs(): number {
    return this.#slowWorkflow?.durationMs ?? 0
  }
}

/** Returns whether a request states a mode. It searches the text, because a check may send a body that is not valid JSON. */
function hasMode({ body = '' }: CheckRequest, mode: 'sync' | 'async'): boolean {
  return body.includes(`"mode":"${mode}"`)
}
