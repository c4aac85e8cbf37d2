import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const keyScope: Rule = {
  requirement: 'KEY-SCOPE',
  statement: 'the key of another workflow, in the same workspace or in another one, is refused with 403',
  check,
}

async function check(target: Target): Promise<void> {
  const { echo, otherWorkspace, secondWorkflow } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  for (const other of [secondWorkflow, otherWorkspace]) {
    control(await runWorkflow(target, { workflow: other }))
    expectStatus(await runWorkflow(target, { workflow: { flowId: echo.flowId, key: other.key } }), 403)
  }
}
