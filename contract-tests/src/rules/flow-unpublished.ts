import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectOneOf } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const flowUnpublished: Rule = {
  requirement: 'FLOW-UNPUBLISHED',
  statement: 'a workflow that is not published is answered with 404, or with 403 to the key of another one',
  check,
}

async function check(target: Target): Promise<void> {
  const { echo, unpublishedFlowId } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  // It has no key of its own, so the key is one without access, too: which of two faults counts is not shown (CHECK-ORDER).
  expectOneOf(await runWorkflow(target, { workflow: { flowId: unpublishedFlowId, key: echo.key } }), [404, 403])
}
