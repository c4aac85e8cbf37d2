import { formatHttpDate, parseHttpDate, readRetryAfter } from '@wfhost/internal/retry-after'
import { CONCURRENT_REQUESTS, getPublicManifest, runWorkflow, sendConcurrently } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { startCountingRuns } from '../../waiting.ts'
import { expectOneOfStatuses, expectStatus, expectThat, requirePrecondition, verifyEach } from '../expectations.ts'
import { PreconditionFailed, type RuleTable, RuleViolation, RuleWarning } from '../rule.ts'

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
    check: verifyLimitRetryAfterWindow,
  },
  // This rule comes last, because it waits as long as Retry-After states.
  'LIMIT-RETRY-AFTER.admitted': {
    statement: 'a request after the time in Retry-After is accepted',
    advice: 'Check when the window ends: a refused request must not restart it, and Retry-After must be rounded up.',
    check: verifyLimitRetryAfterAdmitted,
  },
} satisfies RuleTable

/** Sends more requests than the limit allows, and expects 429 in each mode, and no run of a refused request. */
async function verifyExceededLimitRefused(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  requirePrecondition(await runWorkflow(target, { workflow }))
  const waitForEndedRuns = 'endedRuns' in target.hooks ? await startCountingRuns(target, workflow) : undefined

  await target.hooks.limitRate({ requests: 2, windowMs: 60_000 })
  requirePrecondition(await runWorkflow(target, { workflow }))
  requirePrecondition(await runWorkflow(target, { workflow }))

  const refused = await runWorkflow(target, { workflow })
  expectStatus(refused, 429)
  expectStatus(await runWorkflow(target, { workflow, mode: 'async' }), 429)

  // Clients repeat a refused request (section 8), so a refused request that runs anyway would run twice.
  const endedRuns = (await waitForEndedRuns?.({ count: 2, isExact: true })) ?? 0
  expectThat(endedRuns <= 2, {
    expected: `2 runs of the 2 requests within the limit, found ${endedRuns}`,
    exchange: refused,
  })
}

/** Sends concurrent requests, and expects the server to accept exactly as many as the limit allows. */
async function verifyConcurrentRequestsWithinLimit(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const limit = 3
  requirePrecondition(await runWorkflow(target, { workflow }))
  await target.hooks.limitRate({ requests: limit, windowMs: 60_000 })

  const exchanges = await sendConcurrently(() => runWorkflow(target, { workflow }))
  await verifyEach(exchanges, async (exchange) => {
    expectOneOfStatuses(exchange, [200, 429], `one of ${CONCURRENT_REQUESTS} concurrent runs`)
  })

  const admitted = exchanges.filter(({ status }) => status === 200)
  if (admitted.length === limit) return

  const [example] = admitted.length > limit ? admitted : exchanges
  throw new RuleViolation(
    `expected ${limit} of ${CONCURRENT_REQUESTS} concurrent runs to be accepted, found ${admitted.length}`,
    example,
  )
}

/** Exceeds the limit, and expects a valid Retry-After in each 429 (section 7). */
async function verifyRetryAfterOfRefusals(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  requirePrecondition(await runWorkflow(target, { workflow }))
  await target.hooks.limitRate({ requests: 1, windowMs: 60_000 })
  requirePrecondition(await runWorkflow(target, { workflow }))

  const refused = requirePrecondition(await runWorkflow(target, { workflow }), 429)
  const refusedAsync = requirePrecondition(await runWorkflow(target, { workflow, mode: 'async' }), 429)
  const refusals = [refused, refusedAsync]

  // The source document does not state whether one limit applies to both services.
  if ('registry' in target.fixtures) {
    const manifest = await getPublicManifest(target, target.fixtures.registry)
    if (manifest.status === 429) refusals.push(manifest)
  }

  await verifyEach(refusals, async (exchange) => expectRetryAfter(exchange))
  if (mayRetryNow(refused)) await warnUnlessAdmitted(target, refused)
}

const SECONDS_OR_DATE = /^(\d+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/

/** Fails the rule unless Retry-After has seconds or a date. Recipients must accept obsolete dates (RFC 9110, section 5.6.7). */
function expectRetryAfter(exchange: Exchange): void {
  const retryAfter = exchange.headers.get('retry-after')
  if (retryAfter !== null && SECONDS_OR_DATE.test(retryAfter)) return

  const expected = `expected Retry-After as seconds or as an HTTP-date in each 429, found ${retryAfter ?? 'no such header'}`
  const isObsoleteDate = retryAfter !== null && parseHttpDate(retryAfter, Date.now()) > 0
  if (!isObsoleteDate) throw new RuleViolation(expected, exchange)

  throw new RuleWarning(`${expected} in an obsolete format: send ${formatHttpDate(Date.now())}`, exchange)
}

async function warnUnlessAdmitted(target: Target, refused: Exchange): Promise<void> {
  const exchange = await runWorkflow(target, { workflow: target.fixtures.echo })
  if (exchange.status !== 429) return

  const retryAfter = refused.headers.get('retry-after')
  throw new RuleWarning(`expected status 200 after the time in Retry-After, found 429 immediately after ${retryAfter}`, exchange)
}

/** How much longer than the window Retry-After may be, in milliseconds, because clocks differ. */
const TOLERANCE_MS = 60_000

async function verifyLimitRetryAfterWindow(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const windowMs = 60_000
  requirePrecondition(await runWorkflow(target, { workflow }))
  await target.hooks.limitRate({ requests: 1, windowMs })
  requirePrecondition(await runWorkflow(target, { workflow }))
  const refused = requirePrecondition(await runWorkflow(target, { workflow }), 429)

  const serverNowMs = readServerTime(refused)
  const retryTimeMs = readRetryAfter(refused.headers, serverNowMs)
  // The check limit-retry-after judges a header that is missing or unreadable.
  if (typeof retryTimeMs !== 'number') return

  const delayMs = retryTimeMs - serverNowMs
  const longestMs = windowMs + TOLERANCE_MS
  target.measure({
    title: 'the time in Retry-After',
    measuredMs: delayMs,
    atMostMs: longestMs,
    comparedWith: [{ name: 'the window of the limit', durationMs: windowMs }],
  })
  if (delayMs <= longestMs) return

  const delaySeconds = Math.round(delayMs / 1000)
  const found = `${refused.headers.get('retry-after')}, which is ${delaySeconds} s`
  throw new RuleWarning(`expected a Retry-After within the window of ${windowMs / 1000} s, found ${found}`, refused)
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

async function verifyLimitRetryAfterAdmitted(target: Target): Promise<void> {
  requirePrecondition(await runWorkflow(target, { workflow: target.fixtures.echo }))

  for (const windowMs of WINDOWS_MS) {
    const attempt = new AdmissionAttempt(target, windowMs)
    try {
      return await attempt.verify()
    } catch (error) {
      // After the end of the window, a request is admitted in any case. A longer window may suffice.
      const wasTooSlow = error instanceof PreconditionFailed && attempt.elapsedMs() >= windowMs
      if (!wasTooSlow || windowMs === WINDOWS_MS.at(-1)) throw error
    }
  }
}

/** Verifies for one window that a client is admitted at the time that Retry-After states. */
class AdmissionAttempt {
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

  async verify(): Promise<void> {
    this.#limitedAtMs = performance.now()
    await this.#target.hooks.limitRate({ requests: 1, windowMs: this.#windowMs })
    requirePrecondition(await this.#run())

    // A request before the time is refused and gets a new Retry-After. It must not begin another window.
    for (const longestPauseMs of [SECOND_REQUEST_MS, LONGEST_WAIT_MS]) {
      const refused = requirePrecondition(await this.#run(), 429)
      this.#refusedAtMs = performance.now()
      const delayMs = this.#readDelay(refused)

      await this.#wait(Math.min(delayMs, longestPauseMs))
      if (delayMs <= longestPauseMs) return this.#expectAdmission(refused, delayMs)
    }
  }

  #readDelay(refused: Exchange): number {
    const delayMs = readRetryDelay(refused)
    if (delayMs <= LONGEST_WAIT_MS) return delayMs

    const found = refused.headers.get('retry-after')
    throw new RuleWarning(`expected a Retry-After within the window of ${this.#windowMs / 1000} s, found ${found}`, refused)
  }

  async #expectAdmission(refused: Exchange, delayMs: number): Promise<void> {
    // A server with a virtual clock waits without real time.
    const pausedMs = Math.max(performance.now() - this.#refusedAtMs, delayMs)
    const exchange = await this.#run()
    this.#target.measure({
      title: `from a 429 to the next request, which got ${exchange.status}`,
      measuredMs: pausedMs,
      atLeastMs: delayMs,
      comparedWith: [{ name: 'the window of the limit', durationMs: this.#windowMs }],
    })
    if (exchange.status !== 429) {
      requirePrecondition(exchange)
      return
    }

    const retryAfter = refused.headers.get('retry-after')
    const warning = new RuleWarning(
      `expected a request to be accepted after Retry-After ${retryAfter}, ${this.#describeRefusal()}`,
      exchange,
    )

    // The refused requests may have begun a window of their own.
    await this.#wait(this.#windowMs + 1000)
    const last = await this.#run()
    if (last.status !== 429) throw warning

    throw new RuleViolation(`expected a limit of ${this.#windowMs / 1000} s to end, ${this.#describeRefusal()}`, last)
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
