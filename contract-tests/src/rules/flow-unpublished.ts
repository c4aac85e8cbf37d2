import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const flowUnpublished: Rule = {
  requirement: 'FLOW-UNPUBLISHED',
  statement: 'a workflow that is not published is answered with 404',
  check,
}

async function check(target: Target): Promise<void> {
  const { echo, unpublishedFlowId } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  expectStatus(await runWorkflow(target, { workflow: { flowId: unpublishedFlowId, key: echo.key } }), 404)
}
