import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectThat } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import { RuleWarning } from '../rule-violation.ts'
import type { Target } from '../target.ts'

export const limitRetryAfter: Rule = {
  requirement: 'LIMIT-RETRY-AFTER',
  statement: 'a 429 carries Retry-After as seconds or as an HTTP-date',
  check,
}

const secondsOrDate = /^(\d+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  await target.hooks.limitRate({ requests: 1, windowMs: 60_000 })
  control(await runWorkflow(target, { workflow }))
  const limited = control(await runWorkflow(target, { workflow }), 429)
  const retryAfter = limited.headers.get('retry-after')
  const expected = `Retry-After as seconds or as an HTTP-date, found ${retryAfter ?? 'no such header'}`
  expectThat(retryAfter !== null && secondsOrDate.test(retryAfter), { expected, in: limited })
  if (!isNow(limited.headers)) return
  const again = await runWorkflow(target, { workflow })
  if (again.status === 429) {
    throw new RuleWarning(`expected to be let in when Retry-After says so, found 429 at once after ${retryAfter}`, again)
  }
}

/** Whether a client need not wait at all: 0 seconds, or a date that has passed by the clock of the server. */
function isNow(headers: Headers): boolean {
  const retryAfter = headers.get('retry-after') ?? ''
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) === 0 : Date.parse(retryAfter) <= Date.parse(headers.get('date') ?? '')
}
