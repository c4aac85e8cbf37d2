import { formatHttpDate, parseHttpDate, parseRetryAfter } from '@wfhost/internal/retry-after'
import { CONCURRENT_REQUESTS, getPublicManifest, runWorkflow, sendConcurrently } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { createRunCounter, type RunCounter } from '../../waiting.ts'
import { expectOneOfStatuses, expectStatus, expectThat, requireStatus, verifyEach } from '../expectations.ts'
import { type RuleTable, RuleViolation, RuleWarning } from '../rule.ts'
import { readServerTime, verifyAcceptedAfterRetryAfter } from './retry-attempts.ts'

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
    warnsOf: 'a date in an obsolete format, and a 429 after a time in Retry-After that has passed',
    check: verifyRetryAfterOfRefusals,
  },
  'LIMIT-RETRY-AFTER.window': {
    statement: 'Retry-After is no longer than the window of the rate limit',
    warnsOf: 'a Retry-After that is longer than the window',
    advice: 'Check the unit: Retry-After has the seconds from now, neither milliseconds nor seconds since 1970.',
    check: verifyRetryAfterWithinWindow,
  },
  // This rule comes last, because it waits as long as Retry-After states.
  'LIMIT-RETRY-AFTER.admitted': {
    statement: 'a request after the time in Retry-After is accepted',
    warnsOf: 'a Retry-After beyond the window, and a 429 at its time if a later request is accepted',
    advice: 'Check when the window ends: a refused request must not restart it, and Retry-After must be rounded up.',
    check: verifyAcceptedAfterRetryAfter,
  },
} satisfies RuleTable

/** A window that is longer than any check, so that a limit does not end while it is tested, in milliseconds. */
const WINDOW_MS = 60_000

/** Checks that a request over the rate limit is refused with 429 in each mode, and does not run the workflow. */
async function verifyExceededLimitRefused(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  // Without a limit, the workflow runs. The limit and the counter do not count this run.
  requireStatus(await runWorkflow(target, { workflow }))
  const runCounter = 'endedRuns' in target.hooks ? await createRunCounter(target, workflow) : undefined

  // Two requests use up the limit.
  await target.hooks.limitRate({ requests: 2, windowMs: WINDOW_MS })
  requireStatus(await runWorkflow(target, { workflow }))
  requireStatus(await runWorkflow(target, { workflow }))

  // One more request in each mode is refused.
  const refusal = await runWorkflow(target, { workflow })
  expectStatus(refusal, 429)
  expectStatus(await runWorkflow(target, { workflow, mode: 'async' }), 429)

  // Only a server with the hook `endedRuns` shows whether a refused request runs.
  if (runCounter !== undefined) await expectOnlyAcceptedRuns(runCounter, refusal)
}

/** Fails the rule if more workflows run than the two accepted ones. Clients send a refused request again, so it must not run. */
async function expectOnlyAcceptedRuns(runCounter: RunCounter, refusal: Exchange): Promise<void> {
  // The run of a refused request may end later than the two others.
  const runCount = await runCounter.waitFor({ minCount: 2, includeLateRuns: true })
  expectThat(runCount <= 2, { expected: '2 runs of the 2 accepted requests', found: `${runCount}`, exchange: refusal })
}

/** Checks that the server accepts exactly as many concurrent runs as the rate limit allows. */
async function verifyConcurrentRequestsWithinLimit(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  // Fewer than CONCURRENT_REQUESTS, so that some runs are refused.
  const limit = 3
  requireStatus(await runWorkflow(target, { workflow }))

  // The limit counts from here, so it does not include the run above. The suite lifts it after the check.
  await target.hooks.limitRate({ requests: limit, windowMs: WINDOW_MS })

  const exchanges = await sendConcurrently(() => runWorkflow(target, { workflow }), CONCURRENT_REQUESTS)
  await verifyEach(exchanges, async (exchange) => {
    expectOneOfStatuses(exchange, [200, 429], `one of ${exchanges.length} concurrent runs`)
  })

  const acceptedExchanges = exchanges.filter(({ status }) => status === 200)
  if (acceptedExchanges.length === limit) return

  // If too many runs were accepted, the report shows one of them. Otherwise, it shows any run.
  const [exampleExchange] = acceptedExchanges.length > limit ? acceptedExchanges : exchanges
  throw new RuleViolation(
    `expected ${limit} of ${exchanges.length} concurrent runs to be accepted, found ${acceptedExchanges.length}`,
    exampleExchange,
  )
}

/** Checks that each 429 has the header Retry-After with a valid value (section 7): exceeds the limit in each mode. */
async function verifyRetryAfterOfRefusals(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const syncRefusal = await exceedRateLimit(target)
  const asyncRefusal = requireStatus(await runWorkflow(target, { workflow, mode: 'async' }), 429)
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
async function exceedRateLimit(target: Target): Promise<Exchange> {
  const workflow = target.fixtures.echo
  requireStatus(await runWorkflow(target, { workflow }))
  await target.hooks.limitRate({ requests: 1, windowMs: WINDOW_MS })

  requireStatus(await runWorkflow(target, { workflow }))
  return requireStatus(await runWorkflow(target, { workflow }), 429)
}

/** A number of seconds, or a date in the format that senders must use (RFC 9110, section 5.6.7). */
const SECONDS_OR_DATE = /^(\d+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/

/** Fails the rule unless Retry-After has seconds or a date. Warns of an obsolete format, which recipients must also accept. */
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

/**
 * Warns if Retry-After states a longer time than the window of the limit. Many servers send milliseconds or a Unix time instead
 * of seconds.
 */
async function verifyRetryAfterWithinWindow(target: Target): Promise<void> {
  const refusal = await exceedRateLimit(target)
  const serverNowMs = readServerTime(refusal)
  const retryAtMs = parseRetryAfter(refusal.headers, serverNowMs)

  // The check limit-retry-after judges a header that is missing (undefined) or `unreadable`.
  if (typeof retryAtMs !== 'number') return

  const delayMs = retryAtMs - serverNowMs
  const maxDelayMs = WINDOW_MS + TOLERANCE_MS
  target.recordMeasurement({
    title: 'the time in Retry-After',
    measuredMs: delayMs,
    atMostMs: maxDelayMs,
    comparedWith: [{ name: 'the window of the limit', durationMs: WINDOW_MS }],
  })
  if (delayMs <= maxDelayMs) return

  const found = `${refusal.headers.get('retry-after')}, which is ${Math.round(delayMs / 1000)} s`
  throw new RuleWarning(`expected a Retry-After within the window of ${WINDOW_MS / 1000} s, found ${found}`, refusal)
}

/** Returns whether Retry-After states 0 seconds, or a time that has passed on the clock of the server. */
function mayRetryNow(exchange: Exchange): boolean {
  const serverNowMs = readServerTime(exchange)
  return parseRetryAfter(exchange.headers, serverNowMs) === serverNowMs
}
