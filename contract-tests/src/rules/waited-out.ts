import { parseHttpDate, readRetryAfter } from '@wfhost/wire/retry-after'
import { runWorkflow } from '../calls.ts'
import type { Exchange } from '../target/exchange.ts'
import type { Target } from '../target/target.ts'
import { control } from './expectations.ts'
import { type RuleTable, RuleViolation, RuleWarning } from './rule.ts'

/** What is seen only by who waits as long as a refusal says. */
export const waitedOutRules = {
  'LIMIT-RETRY-AFTER.admitted': {
    statement: 'who comes back when Retry-After says so is let in',
    since: '2026-12',
    lookAt: 'when the window of the limit ends: a refused request does not begin it anew, and Retry-After is rounded up',
    check: limitRetryAfterAdmitted,
  },
} satisfies RuleTable

// Retry-After has whole seconds, and the requests have to be within the window.
const windowMs = 2000
const meanwhileMs = 1200

async function limitRetryAfterAdmitted(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  control(await runWorkflow(target, { workflow }))
  await target.hooks.limitRate({ requests: 1, windowMs })
  const begin = performance.now()
  control(await runWorkflow(target, { workflow }))
  // Who comes twice before its time is told twice when that is.
  for (const pauseMs of [meanwhileMs, longestMs]) {
    const limited = control(await runWorkflow(target, { workflow }), 429)
    const leftMs = untilRetry(limited)
    const stated = limited.headers.get('retry-after')
    if (leftMs > longestMs) {
      throw new RuleWarning(`expected a Retry-After within the window of ${windowMs / 1000} s, found ${stated}`, limited)
    }
    await target.wait(Math.min(leftMs, pauseMs), 'Retry-After to pass')
    if (leftMs > pauseMs) continue
    const again = await runWorkflow(target, { workflow })
    if (again.status !== 429) return void control(again)
    const waited = () => `found 429 ${Math.round(performance.now() - begin)} ms after the limit was set`
    const early = new RuleWarning(`expected to be let in after Retry-After ${stated}, ${waited()}`, again)
    // The refused request may have begun a window of its own.
    await target.wait(windowMs + 1000, 'Retry-After to pass')
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
