import { runWorkflow } from '../calls/run-workflow.ts'
import { expectStatus, expectThat, objectBody } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runSync: Rule = {
  requirement: 'RUN-SYNC',
  statement: 'with mode sync the response comes when the workflow has ended, and carries what it returned',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.slow
  const exchange = await runWorkflow(target, { workflow, mode: 'sync' })
  expectStatus(exchange, 200)
  const { status, result } = objectBody(exchange)
  expectThat(status === 'success' && result === workflow.result, { expected: 'the result of the ended workflow', in: exchange })
}
