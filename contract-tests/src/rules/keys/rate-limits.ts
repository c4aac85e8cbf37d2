import { formatHttpDate, parseHttpDate, readRetryAfter } from '@wfhost/internal/retry-after'
import { CONCURRENT_REQUESTS, getPublicManifest, runWorkflow, sendConcurrently } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { createRunCounter } from '../../waiting.ts'
import { expectOneOfStatuses, expectStatus, expectThat, requirePrecondition, verifyEach } from '../expectations.ts'
import { PreconditionFailed, type RuleTable, RuleViolation, RuleWarning } from '../rule.ts'

/** The rules for rate limits. The hook `limitRate` sets a limit of some requests in a window of time. */
export const rateLimitRules = {
  'LIMIT-429': {
    statement: 'a request over the rate limit is refused with 429 in each mode, and runs nothing',
    check: verifyExceededLimitRefused,
  },
  'LIMIT-429.parallel': {
    statement: 'the rate limit counts concurrent requests exactly, and refuses the others with 429',
    advice: 'Check that requests are counted in one atomic step, and not by a count that is read and then written.',
    check: verifyConcurrentRequestsWithinLimit,
  },
  'LIMIT-RETRY-AFTER': {
    statement: 'each 429 has the header Retry-After with seconds or an HTTP-date',
    check: verifyRetryAfterOfRefusals,
  },
  'LIMIT-RETRY-AFTER.window': {
    statement: 'Retry-After is no longer than the window of the rate limit',
    advice: 'Check the unit: Retry-After has the seconds from now, neither milliseconds nor seconds since 1970.',
    check: verifyRetryAfterWithinWindow,
  },
  // This rule comes last, because it waits as long as Retry-After states.
  'LIMIT-RETRY-AFTER.admitted': {
    statement: 'a request after the time in Retry-After is accepted',
    advice: 'Check when the window ends: a refused request must not restart it, and Retry-After must be rounded up.',
    check: verifyAcceptedAfterRetryAfter,
  },
} satisfies RuleTable

/** A window that is longer than any check, so that a limit does not end while it is tested, in milliseconds. */
const WINDOW_MS = 60_000

/**
 * Checks that a request over the rate limit is refused with 429 in each mode, and does not run the workflow anyway. Sets a
 * limit of two requests, sends four, and counts the runs that have ended.
 */
async function verifyExceededLimitRefused(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  requirePrecondition(await runWorkflow(target, { workflow }))
  const runCounter = 'endedRuns' in target.hooks ? await createRunCounter(target, workflow) : undefined

  // Two requests use up the limit.
  await target.hooks.limitRate({ requests: 2, windowMs: WINDOW_MS })
  requirePrecondition(await runWorkflow(target, { workflow }))
  requirePrecondition(await runWorkflow(target, { workflow }))

  // One more request in each mode is refused.
  const refusal = await runWorkflow(target, { workflow })
  expectStatus(refusal, 429)
  expectStatus(await runWorkflow(target, { workflow, mode: 'async' }), 429)

  // Only a server with the hook `endedRuns` shows whether a refused request runs.
  if (runCounter === undefined) return

  // A refused request must not run, because clients send it again. Such a run may end later than the two others.
  const endedRunCount = await runCounter.waitFor({ atLeast: 2, includesLateRuns: true })
  expectThat(endedRunCount <= 2, { expected: '2 runs of the 2 accepted requests', found: `${endedRunCount}`, exchange: refusal })
}

/** Checks that the rate limit counts concurrent requests exactly: of many concurrent runs, as many as the limit are accepted. */
async function verifyConcurrentRequestsWithinLimit(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const limit = 3
  requirePrecondition(await runWorkflow(target, { workflow }))

  // The limit counts from here, so it does not include the run above.
  await target.hooks.limitRate({ requests: limit, windowMs: WINDOW_MS })

  const exchanges = await sendConcurrently(() => runWorkflow(target, { workflow }), CONCURRENT_REQUESTS)
  await verifyEach(exchanges, async (exchange) => {
    expectOneOfStatuses(exchange, [200, 429], `one of ${exchanges.length} concurrent runs`)
  })

  const acceptedRuns = exchanges.filter(({ status }) => status === 200)
  if (acceptedRuns.length === limit) return

  // If too many runs were accepted, the report shows one of them. Otherwise, it shows any run.
  const [exampleExchange] = acceptedRuns.length > limit ? acceptedRuns : exchanges
  throw new RuleViolation(
    `expected ${limit} of ${exchanges.length} concurrent runs to be accepted, found ${acceptedRuns.length}`,
    exampleExchange,
  )
}

/** Checks that each 429 has the header Retry-After with a valid value (section 7): exceeds the limit in each mode. */
async function verifyRetryAfterOfRefusals(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const syncRefusal = await exceedLimit(target)
  const asyncRefusal = requirePrecondition(await runWorkflow(target, { workflow, mode: 'async' }), 429)
  const refusals = [syncRefusal, asyncRefusal]

  // The source document does not state whether one limit applies to both services.
  if ('registry' in target.fixtures) {
    const manifest = await getPublicManifest(target, target.fixtures.registry)
    if (manifest.status === 429) refusals.push(manifest)
  }

  await verifyEach(refusals, async (exchange) => expectRetryAfter(exchange))
  if (mayRetryNow(syncRefusal)) await warnUnlessAccepted(target, syncRefusal)
}

/** Limits the rate to one request, sends two runs, and returns the refusal of the second one. */
async function exceedLimit(target: Target): Promise<Exchange> {
  const workflow = target.fixtures.echo
  requirePrecondition(await runWorkflow(target, { workflow }))
  await target.hooks.limitRate({ requests: 1, windowMs: WINDOW_MS })

  requirePrecondition(await runWorkflow(target, { workflow }))
  return requirePrecondition(await runWorkflow(target, { workflow }), 429)
}

/** A number of seconds, or a date in the format that senders must use (RFC 9110, section 5.6.7). */
const SECONDS_OR_DATE = /^(\d+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/

/** Fails the rule unless Retry-After has seconds or a date. Recipients must also accept obsolete formats, so these are a warning. */
function expectRetryAfter(exchange: Exchange): void {
  const retryAfter = exchange.headers.get('retry-after')
  if (retryAfter !== null && SECONDS_OR_DATE.test(retryAfter)) return

  const expected = `expected Retry-After as seconds or as an HTTP-date in each 429, found ${retryAfter ?? 'no such header'}`
  const isObsoleteDate = retryAfter !== null && parseHttpDate(retryAfter, Date.now()) > 0
  if (!isObsoleteDate) throw new RuleViolation(expected, exchange)

  throw new RuleWarning(`${expected} in an obsolete format: send ${formatHttpDate(Date.now())}`, exchange)
}

/** Sends a run after a refusal whose Retry-After has passed already, and warns if this run is also refused. */
async function warnUnlessAccepted(target: Target, refusal: Exchange): Promise<void> {
  const exchange = await runWorkflow(target, { workflow: target.fixtures.echo })
  if (exchange.status !== 429) return

  const retryAfter = refusal.headers.get('retry-after')
  throw new RuleWarning(`expected status 200 after the time in Retry-After, found 429 immediately after ${retryAfter}`, exchange)
}

/** How much longer than the window Retry-After may be, in milliseconds, because clocks differ. */
const TOLERANCE_MS = 60_000

/** Checks that Retry-After does not exceed the window of the limit. Many servers confuse its unit, or send a Unix time. */
async function verifyRetryAfterWithinWindow(target: Target): Promise<void> {
  const refusal = await exceedLimit(target)

  const serverNowMs = readServerTime(refusal)
  const retryTimeMs = readRetryAfter(refusal.headers, serverNowMs)
  // The check limit-retry-after judges a header that is missing or unreadable.
  if (typeof retryTimeMs !== 'number') return

  const delayMs = retryTimeMs - serverNowMs
  const longestMs = WINDOW_MS + TOLERANCE_MS
  target.recordMeasurement({
    title: 'the time in Retry-After',
    measuredMs: delayMs,
    atMostMs: longestMs,
    comparedWith: [{ name: 'the window of the limit', durationMs: WINDOW_MS }],
  })
  if (delayMs <= longestMs) return

  const found = `${refusal.headers.get('retry-after')}, which is ${Math.round(delayMs / 1000)} s`
  throw new RuleWarning(`expected a Retry-After within the window of ${WINDOW_MS / 1000} s, found ${found}`, refusal)
}

/** Returns the time on the clock of the server, as its Date header states it, in milliseconds since the epoch. */
function readServerTime({ headers }: Exchange): number {
  const nowMs = Date.now()
  return parseHttpDate(headers.get('date') ?? '', nowMs) || nowMs
}

/** Returns whether Retry-After states 0 seconds, or a time that has passed on the clock of the server. */
function mayRetryNow(exchange: Exchange): boolean {
  const serverNowMs = readServerTime(exchange)
  return readRetryAfter(exchange.headers, serverNowMs) === serverNowMs
}

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
async function verifyAcceptedAfterRetryAfter(target: Target): Promise<void> {
  requirePrecondition(await runWorkflow(target, { workflow: target.fixtures.echo }))

  for (const windowMs of WINDOWS_MS) {
    const attempt = new RetryAttempt(target, windowMs)
    try {
      return await attempt.verify()
    } catch (error) {
      const hasWindowEnded = error instanceof PreconditionFailed && attempt.elapsedMs() >= windowMs
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
    requirePrecondition(await this.#run())

    for (const longestPauseMs of [SECOND_REQUEST_MS, LONGEST_WAIT_MS]) {
      const refusal = requirePrecondition(await this.#run(), 429)
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
      requirePrecondition(exchange)
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
  const retryTimeMs = readRetryAfter(exchange.headers, serverNowMs)
  if (typeof retryTimeMs !== 'number') return Number.POSITIVE_INFINITY

  const isInSeconds = /^\d+$/.test(exchange.headers.get('retry-after') ?? '')
  return retryTimeMs - serverNowMs + (isInSeconds ? 50 : 1000)
}
