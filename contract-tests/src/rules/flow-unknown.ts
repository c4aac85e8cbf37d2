import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const flowUnknown: Rule = {
  requirement: 'FLOW-UNKNOWN',
  statement: 'an unknown flowId is answered with 404, unless every key without access gets 403 first',
  check,
}

async function check(target: Target): Promise<void> {
  const { echo, unknownFlowId } = target.fixtures
  control(await runWorkflow(target, { workflow: echo }))
  const unknown = await runWorkflow(target, { workflow: { flowId: unknownFlowId, key: echo.key } })
  // The key is one without access, too, and which of two faults counts is not shown (CHECK-ORDER).
  if (unknown.status === 403 && (await mayLookAtAccessFirst(target))) return
  expectStatus(unknown, 404)
}

/** A server that looks at access first does it for a workflow that is archived as well. */
async function mayLookAtAccessFirst(target: Target): Promise<boolean> {
  if (!('archived' in target.fixtures)) return true
  const { archived, echo } = target.fixtures
  return (await runWorkflow(target, { workflow: { flowId: archived.flowId, key: echo.key } })).status === 403
}
