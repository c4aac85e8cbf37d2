import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const flowUnknown: Rule = {
  requirement: 'FLOW-UNKNOWN',
  statement: 'an unknown flowId is answered with 404',
  check,
}

async function check(target: Target): Promise<void> {
  const { echo, unknownFlowId } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  expectStatus(await runWorkflow(target, { workflow: { flowId: unknownFlowId, key: echo.key } }), 404)
}
