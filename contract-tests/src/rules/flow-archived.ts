import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const flowArchived: Rule = {
  requirement: 'FLOW-ARCHIVED',
  statement: 'an archived workflow is answered with 404, to its own key too',
  check,
}

async function check(target: Target): Promise<void> {
  control(await runWorkflow(target, { workflow: target.fixtures.echo }))
  expectStatus(await runWorkflow(target, { workflow: target.fixtures.archived }), 404)
}
