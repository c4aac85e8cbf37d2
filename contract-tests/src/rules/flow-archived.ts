import { runWorkflow } from '../calls/run-workflow.ts'
import { controlSuccess, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const flowArchived: Rule = {
  requirement: 'FLOW-ARCHIVED',
  statement: 'an archived workflow is answered with 404, to its own key too, in each mode',
  check,
}

async function check(target: Target): Promise<void> {
  const { archived, echo } = target.fixtures
  for (const mode of ['sync', 'async']) {
    controlSuccess(await runWorkflow(target, { workflow: echo, mode }))
    expectStatus(await runWorkflow(target, { workflow: archived, mode }), 404)
  }
}
