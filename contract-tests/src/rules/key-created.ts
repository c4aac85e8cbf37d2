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
  const later = await target.hooks.publishWorkflow(flowId)
  if (later !== key) throw new RuleViolation('expected a second publish to keep the key, found another key')
  expectStatus(await runWorkflow(target, { workflow: { flowId, key } }), 200)
}
