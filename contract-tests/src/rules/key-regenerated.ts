import { runWorkflow } from '../calls/run-workflow.ts'
import { control, controlSuccess, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const keyRegenerated: Rule = {
  requirement: 'KEY-REGENERATED',
  statement:
    'after regeneration the old key is refused with 401 at once, in each mode, the new one works there alone, and the keys of other workflows still do',
  check,
}

async function check(target: Target): Promise<void> {
  const { regenerated, secondWorkflow } = target.fixtures
  const { flowId } = regenerated
  control(await runWorkflow(target, { workflow: secondWorkflow }))
  // A workflow that is there for this check alone is checked the same in every run: its first key is a new one, too.
  const workflow = { ...regenerated, key: regenerated.key ?? (await target.hooks.regenerateKey(flowId)) }
  const modes = ['sync', 'async']
  for (const mode of modes) controlSuccess(await runWorkflow(target, { workflow, mode }))
  const key = await target.hooks.regenerateKey(flowId)
  for (const mode of modes) expectStatus(await runWorkflow(target, { workflow, mode }), 401)
  expectStatus(await runWorkflow(target, { workflow: { ...workflow, key } }), 200)
  expectStatus(await runWorkflow(target, { workflow: secondWorkflow }), 200)
  expectStatus(await runWorkflow(target, { workflow: { ...secondWorkflow, key } }), 403)
}
