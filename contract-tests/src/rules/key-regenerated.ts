import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const keyRegenerated: Rule = {
  requirement: 'KEY-REGENERATED',
  statement: 'after regeneration the old key is refused with 401 at once, and the new one works',
  check,
}

async function check(target: Target): Promise<void> {
  const { echo } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  const key = await target.hooks.regenerateKey(echo.flowId)
  expectStatus(await runWorkflow(target, { workflow: echo }), 401)
  expectStatus(await runWorkflow(target, { workflow: { flowId: echo.flowId, key } }), 200)
}
