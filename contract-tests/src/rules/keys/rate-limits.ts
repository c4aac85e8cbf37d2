import { formatHttpDate, parseHttpDate, readRetryAfter } from '@wfhost/internal/retry-after'
import { atOnce, countFromRest, getPublicManifest, runWorkflow, together } from '../../calls.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { Target } from '../../target/target.ts'
import { control, expectOneOf, expectStatus, expectThat, inEach } from '../expectations.ts'
import { ControlFailed, type RuleTable, RuleViolation, RuleWarning } from '../rule.ts'

export const rateLimitRules = {
  'LIMIT-429': {
    statement: 'a request over the rate limit is refused with 429, in each mode, and runs nothing',
    check: limit429,
  },
  'LIMIT-429.parallel': {
    statement: 'of several requests at once as many are let in as the rate limit says, and the others are refused with 429',
    since: '2026-12',
    lookAt: 'how requests are counted: in one step, and not by a count that is read first and written afterwards',
    check: limit429Parallel,
  },
  'LIMIT-RETRY-AFTER': { statement: 'each 429 carries Retry-After as seconds or as an HTTP-date', check: limitRetryAfter },
  'LIMIT-RETRY-AFTER.window': {
    statement: 'Retry-After does not send a client away for longer than the window of the limit',
    since: '2026-12',
    lookAt: 'the unit: Retry-After counts seconds from now on, neither milliseconds nor seconds since 1970',
    check: limitRetryAfterWindow,
  },
  // Last, as it waits as long as a refusal says.
  'LIMIT-RETRY-AFTER.admitted': {
    statement: 'who comes back when Retry-After says so is let in',
    since: '2026-12',
    lookAt: 'when the window of the limit ends: a refused request does not begin it anew, and Retry-After is rounded up',
    check: limitRetryAfterAdmitted,
  },
} satisfies RuleTable

async function limit429(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  control(await runWorkflow(target, { workflow }))
  const ended = 'endedRuns' in target.hooks ? await countFromRest(target, workflow) : undefined
  await target.hooks.limitRate({ requests: 2, windowMs: 60_000 })
  control(await runWorkflow(target, { workflow }))
  control(await runWorkflow(target, { workflow }))
  const refused = await runWorkflow(target, { workflow })
  expectStatus(refused, 429)
  expectStatus(await runWorkflow(target, { workflow, mode: 'async' }), 429)
  const found = (await ended?.({ count: 2, isExact: true })) ?? 0
  // Section 8 has callers send it again: what ran all the same would then have run twice.
  expectThat(found <= 2, { expected: `2 runs of the 2 requests within the limit, found ${found}`, in: refused })
}

async function limit429Parallel(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const requests = 3
  control(await runWorkflow(target, { workflow }))
  await target.hooks.limitRate({ requests, windowMs: 60_000 })
  const answers = await together(() => runWorkflow(target, { workflow }))
  await inEach(answers, async (exchange) => expectOneOf(exchange, [200, 429], `one of ${atOnce} runs at once`))
  const letIn = answers.filter(({ status }) => status === 200)
  const [one] = letIn.length > requests ? letIn : answers
  if (letIn.length === requests || one === undefined) return
  throw new RuleViolation(`expected ${requests} of ${atOnce} runs at once to be let in, found ${letIn.length}`, one)
}

const secondsOrDate = /^(\d+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/

async function limitRetryAfter(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  control(await runWorkflow(target, { workflow }))
  await target.hooks.limitRate({ requests: 1, windowMs: 60_000 })
  control(await runWorkflow(target, { workflow }))
  const limited = control(await runWorkflow(target, { workflow }), 429)
  const inAsync = control(await runWorkflow(target, { workflow, mode: 'async' }), 429)
  // Whether one limit is for both interfaces is not shown. What refuses says when to come back.
  const elsewhere = 'registry' in target.fixtures ? [await getPublicManifest(target, target.fixtures.registry)] : []
  await inEach([limited, inAsync, ...elsewhere.filter(({ status }) => status === 429)], async (exchange) => {
    const found = exchange.headers.get('retry-after')
    const expected = `Retry-After as seconds or as an HTTP-date in each 429, found ${found ?? 'no such header'}`
    // RFC 9110, section 5.6.7: who receives an obsolete form has to read it.
    if (found !== null && !secondsOrDate.test(found) && parseHttpDate(found, Date.now()) > 0) {
      throw new RuleWarning(`expected ${expected}, which is an obsolete form: send ${formatHttpDate(Date.now())}`, exchange)
    }
    expectThat(found !== null && secondsOrDate.test(found), { expected, in: exchange })
  })
  if (!isNow(limited.headers)) return
  const retryAfter = limited.headers.get('retry-after')
  const again = await runWorkflow(target, { workflow })
  if (again.status === 429) {
    throw new RuleWarning(`expected to be let in when Retry-After says so, found 429 at once after ${retryAfter}`, again)
  }
}

/** How much longer than the window a client may be sent away, for a clock that is not the server's own. */
const toleranceMs = 60_000

async function limitRetryAfterWindow(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const windowMs = 60_000
  control(await runWorkflow(target, { workflow }))
  await target.hooks.limitRate({ requests: 1, windowMs })
  control(await runWorkflow(target, { workflow }))
  const limited = control(await runWorkflow(target, { workflow }), 429)
  const now = parseHttpDate(limited.headers.get('date') ?? '', Date.now()) || Date.now()
  const until = readRetryAfter(limited.headers, now)
  // What cannot be read is for the check beside.
  if (typeof until !== 'number' || until - now <= windowMs + toleranceMs) return
  const found = `${limited.headers.get('retry-after')}, which is ${Math.round((until - now) / 1000)} s`
  throw new RuleWarning(`expected a Retry-After within the window of ${windowMs / 1000} s, found ${found}`, limited)
}

/** Whether a client need not wait at all: 0 seconds, or a date that has passed by the clock of the server. */
function isNow(headers: Headers): boolean {
  const now = parseHttpDate(headers.get('date') ?? '', Date.now()) || Date.now()
  return readRetryAfter(headers, now) === now
}

// Retry-After has whole seconds, and the requests have to be within the window: of a busy machine, within a longer one.
const shortWindowsMs = [2000, 4000, 8000]
const meanwhileMs = 1200

async function limitRetryAfterAdmitted(target: Target): Promise<void> {
  control(await runWorkflow(target, { workflow: target.fixtures.echo }))
  for (const windowMs of shortWindowsMs) {
    const begin = performance.now()
    let waitedMs = 0
    const wait = (durationMs: number) => {
      waitedMs += durationMs
      return target.wait(durationMs, 'Retry-After to pass')
    }
    try {
      return await comeBack(target, { windowMs, wait })
    } catch (error) {
      // Who is busy comes after the window, and is let in for that.
      const isOver = performance.now() - begin + waitedMs >= windowMs
      if (!(error instanceof ControlFailed) || !isOver || windowMs === shortWindowsMs.at(-1)) throw error
    }
  }
}

/** Comes as often as a limit that ends soon allows, before it ends, and again when Retry-After says so. */
async function comeBack(
  target: Target,
  on: { readonly windowMs: number; readonly wait: (durationMs: number) => Promise<void> },
): Promise<void> {
  const workflow = target.fixtures.echo
  const { wait, windowMs } = on
  const begin = performance.now()
  await target.hooks.limitRate({ requests: 1, windowMs })
  control(await runWorkflow(target, { workflow }))
  // Who comes twice before its time is told twice when that is.
  for (const pauseMs of [meanwhileMs, longestMs]) {
    const limited = control(await runWorkflow(target, { workflow }), 429)
    const leftMs = untilRetry(limited)
    const stated = limited.headers.get('retry-after')
    if (leftMs > longestMs) {
      throw new RuleWarning(`expected a Retry-After within the window of ${windowMs / 1000} s, found ${stated}`, limited)
    }
    await wait(Math.min(leftMs, pauseMs))
    if (leftMs > pauseMs) continue
    const again = await runWorkflow(target, { workflow })
    if (again.status !== 429) return void control(again)
    const waited = () => `found 429 ${Math.round(performance.now() - begin)} ms after the limit was set`
    const early = new RuleWarning(`expected to be let in after Retry-After ${stated}, ${waited()}`, again)
    // The refused request may have begun a window of its own.
    await wait(windowMs + 1000)
    const last = await runWorkflow(target, { workflow })
    if (last.status !== 429) throw early
    throw new RuleViolation(`expected a limit of ${windowMs / 1000} s to end, ${waited()}`, last)
  }
}

/** How long to wait, in milliseconds. A date has whole seconds, and the clock of the server may have moved on by nearly one. */
function untilRetry({ headers }: Exchange): number {
  const now = parseHttpDate(headers.get('date') ?? '', Date.now()) || Date.now()
  const at = readRetryAfter(headers, now)
  if (typeof at !== 'number') return Number.POSITIVE_INFINITY
  return at - now + (/^\d+$/.test(headers.get('retry-after') ?? '') ? 50 : 1000)
}

const longestMs = 10_000
