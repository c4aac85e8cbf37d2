import { runWorkflow } from '../calls/run-workflow.ts'
import { expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import { RuleViolation } from '../rule-violation.ts'
import type { Target } from '../target.ts'

export const keyCreated: Rule = {
  requirement: 'KEY-CREATED',
  statement: 'the first publish creates the key of a workflow, and later ones keep it',
  check,
}

async function check(target: Target): Promise<void> {
  const flowId = target.fixtures.publishableFlowId
  const key = await target.hooks.publishWorkflow(flowId)
  expectStatus(await runWorkflow(target, { workflow: { flowId, key } }), 200)
  await expectScoped(target, key)
  const later = await target.hooks.publishWorkflow(flowId)
  if (later !== key) throw new RuleViolation('expected a second publish to keep the key, found another key')
  expectStatus(await runWorkflow(target, { workflow: { flowId, key } }), 200)
}

/** A new key runs its own workflow, and no other one that is known (section 2.4). */
async function expectScoped(target: Target, key: string): Promise<void> {
  const { fixtures } = target
  if (!('echo' in fixtures)) return
  expectStatus(await runWorkflow(target, { workflow: { flowId: fixtures.echo.flowId, key } }), 403)
}
