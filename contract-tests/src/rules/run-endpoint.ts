import { runWorkflow } from '../calls/run-workflow.ts'
import { expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runEndpoint: Rule = {
  requirement: 'RUN-ENDPOINT',
  statement: 'POST to the published-run path of a workflow runs it',
  check,
}

async function check(target: Target): Promise<void> {
  expectStatus(await runWorkflow(target, { workflow: target.fixtures.echo }), 200)
}
