import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const limit429: Rule = {
  requirement: 'LIMIT-429',
  statement: 'a request over the rate limit is refused with 429',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  await target.hooks.limitRate({ requests: 2, windowMs: 60_000 })
  control(await runWorkflow(target, { workflow }))
  control(await runWorkflow(target, { workflow }))
  expectStatus(await runWorkflow(target, { workflow }), 429)
}
