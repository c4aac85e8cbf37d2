import { parseHttpDate, parseRetryAfter } from '@wfhost/internal/retry-after'
import { runWorkflow } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { requireStatus } from '../expectations.ts'
import { PreconditionError, RuleViolation, RuleWarning } from '../rule.ts'

/** The windows to try, in milliseconds. On a busy machine, the requests may take longer than a short window. */
const WINDOWS_MS = [2000, 4000, 8000]

/** The pause before the second request within a window, in milliseconds. */
const SECOND_REQUEST_MS = 1200

/** The longest time to wait for the end of a window, in milliseconds. */
const LONGEST_WAIT_MS = 10_000

/**
 * Checks that a client is accepted again at the time that Retry-After states. The check starts with a short window. It tries
 * a longer one if the machine was so busy that the window ended before the requests were sent.
 */
export async function verifyAcceptedAfterRetryAfter(target: Target): Promise<void> {
  requireStatus(await runWorkflow(target, { workflow: target.fixtures.echo }))

  for (const windowMs of WINDOWS_MS) {
    const attempt = new RetryAttempt(target, windowMs)
    try {
      return await attempt.verify()
    } catch (error) {
      const hasWindowEnded = error instanceof PreconditionError && attempt.elapsedMs() >= windowMs
      const isLastWindow = windowMs === WINDOWS_MS.at(-1)
      if (!hasWindowEnded || isLastWindow) throw error
    }
  }
}

/** Verifies for one window that a client is accepted at the time that Retry-After states. */
class RetryAttempt {
  readonly #target: Target
  readonly #windowMs: number
  readonly #startMs = performance.now()
  #waitedMs = 0
  #limitedAtMs = 0
  #refusedAtMs = 0

  constructor(target: Target, windowMs: number) {
    this.#target = target
    this.#windowMs = windowMs
  }

  /** Returns the elapsed time. It includes the waits, which take no real time for a server with a virtual clock. */
  elapsedMs(): number {
    return performance.now() - this.#startMs + this.#waitedMs
  }

  /**
   * Exceeds the limit, waits as long as Retry-After states, and expects the next run to be accepted. If the wait is long, it
   * sends a second refused run during the wait. This run gets a new Retry-After, and must not begin another window.
   */
  async verify(): Promise<void> {
    this.#limitedAtMs = performance.now()
    await this.#target.hooks.limitRate({ requests: 1, windowMs: this.#windowMs })
    requireStatus(await this.#run())

    for (const longestPauseMs of [SECOND_REQUEST_MS, LONGEST_WAIT_MS]) {
      const refusal = requireStatus(await this.#run(), 429)
      this.#refusedAtMs = performance.now()
      const delayMs = this.#readDelay(refusal)

      await this.#wait(Math.min(delayMs, longestPauseMs))
      if (delayMs <= longestPauseMs) return this.#expectAccepted(refusal, delayMs)
    }
  }

  #readDelay(refusal: Exchange): number {
    const delayMs = readRetryDelay(refusal)
    if (delayMs <= LONGEST_WAIT_MS) return delayMs

    const found = refusal.headers.get('retry-after')
    throw new RuleWarning(`expected a Retry-After within the window of ${this.#windowMs / 1000} s, found ${found}`, refusal)
  }

  async #expectAccepted(refusal: Exchange, delayMs: number): Promise<void> {
    // A server with a virtual clock waits without real time.
    const pausedMs = Math.max(performance.now() - this.#refusedAtMs, delayMs)
    const exchange = await this.#run()
    this.#target.recordMeasurement({
      title: `from a 429 to the next request, which got ${exchange.status}`,
      measuredMs: pausedMs,
      atLeastMs: delayMs,
      comparedWith: [{ name: 'the window of the limit', durationMs: this.#windowMs }],
    })
    if (exchange.status !== 429) {
      requireStatus(exchange)
      return
    }

    const retryAfter = refusal.headers.get('retry-after')
    const warning = new RuleWarning(
      `expected a request to be accepted after Retry-After ${retryAfter}, ${this.#describeRefusal()}`,
      exchange,
    )

    // The refused requests may have begun a window of their own.
    await this.#wait(this.#windowMs + 1000)
    const lastExchange = await this.#run()
    if (lastExchange.status !== 429) throw warning

    throw new RuleViolation(`expected a limit of ${this.#windowMs / 1000} s to end, ${this.#describeRefusal()}`, lastExchange)
  }

  #describeRefusal(): string {
    return `found 429 ${Math.round(performance.now() - this.#limitedAtMs)} ms after the limit was set`
  }

  #run(): Promise<Exchange> {
    return runWorkflow(this.#target, { workflow: this.#target.fixtures.echo })
  }

  #wait(durationMs: number): Promise<void> {
    this.#waitedMs += durationMs
    return this.#target.wait(durationMs, 'Retry-After to pass')
  }
}

/** Returns the time until a retry, in milliseconds, with a margin: a date has whole seconds, so its clock may be ahead. */
function readRetryDelay(exchange: Exchange): number {
  const serverNowMs = readServerTime(exchange)
  const retryAtMs = parseRetryAfter(exchange.headers, serverNowMs)
  if (typeof retryAtMs !== 'number') return Number.POSITIVE_INFINITY

  const isInSeconds = /^\d+$/.test(exchange.headers.get('retry-after') ?? '')
  return retryAtMs - serverNowMs + (isInSeconds ? 50 : 1000)
}

/** Returns the time on the clock of the server, as its Date header states it, in milliseconds since the epoch. */
export function readServerTime({ headers }: Exchange): number {
  const nowMs = Date.now()
  return parseHttpDate(headers.get('date') ?? '', nowMs) || nowMs
}
