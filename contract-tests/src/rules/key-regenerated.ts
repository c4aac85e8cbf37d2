import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const keyRegenerated: Rule = {
  requirement: 'KEY-REGENERATED',
  statement:
    'after regeneration the old key is refused with 401 at once, the new one works, and so do the keys of other workflows',
  check,
}

async function check(target: Target): Promise<void> {
  const { echo, secondWorkflow } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  control(await runWorkflow(target, { workflow: secondWorkflow }))
  const key = await target.hooks.regenerateKey(echo.flowId)
  expectStatus(await runWorkflow(target, { workflow: echo }), 401)
  expectStatus(await runWorkflow(target, { workflow: { flowId: echo.flowId, key } }), 200)
  expectStatus(await runWorkflow(target, { workflow: secondWorkflow }), 200)
}
