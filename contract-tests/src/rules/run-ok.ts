import { runWorkflow } from '../calls/run-workflow.ts'
import { expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runOk: Rule = {
  requirement: 'RUN-OK',
  statement: 'a successful call of a sync run is answered with 200',
  check,
}

async function check(target: Target): Promise<void> {
  expectStatus(await runWorkflow(target, { workflow: target.fixtures.echo, mode: 'sync' }), 200)
}
