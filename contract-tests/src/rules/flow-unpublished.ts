import { runWorkflow } from '../calls/run-workflow.ts'
import { controlSuccess, expectOneOf } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const flowUnpublished: Rule = {
  requirement: 'FLOW-UNPUBLISHED',
  statement: 'a workflow that is not published is answered with 404, or with 403 to the key of another one, in each mode',
  check,
}

async function check(target: Target): Promise<void> {
  const { echo, unpublishedFlowId } = target.fixtures
  // It has no key of its own, so the key is one without access, too: which of two faults counts is not shown (CHECK-ORDER).
  const workflow = { flowId: unpublishedFlowId, key: echo.key }
  for (const mode of ['sync', 'async']) {
    controlSuccess(await runWorkflow(target, { workflow: echo, mode }))
    expectOneOf(await runWorkflow(target, { workflow, mode }), [404, 403])
  }
}
