import { runWorkflow } from '../calls.ts'
import type { Target } from '../target/target.ts'
import { control, controlSuccess, expectOneOf, expectStatus } from './expectations.ts'
import type { RuleTable } from './rule.ts'

export const workflowStateRules = {
  'FLOW-UNKNOWN': {
    statement: 'an unknown flowId is answered with 404, unless every key without access gets 403 first',
    check: flowUnknown,
  },
  'FLOW-UNPUBLISHED': {
    statement: 'a workflow that is not published is answered with 404, or with 403 to the key of another one, in each mode',
    check: flowUnpublished,
  },
  'FLOW-ARCHIVED': {
    statement: 'an archived workflow is answered with 404, to its own key too, in each mode',
    check: flowArchived,
  },
} satisfies RuleTable

async function flowUnknown(target: Target): Promise<void> {
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

async function flowUnpublished(target: Target): Promise<void> {
  const { echo, unpublishedFlowId } = target.fixtures
  // It has no key of its own, so the key is one without access, too: which of two faults counts is not shown (CHECK-ORDER).
  const workflow = { flowId: unpublishedFlowId, key: echo.key }
  for (const mode of ['sync', 'async']) {
    controlSuccess(await runWorkflow(target, { workflow: echo, mode }))
    expectOneOf(await runWorkflow(target, { workflow, mode }), [404, 403])
  }
}

async function flowArchived(target: Target): Promise<void> {
  const { archived, echo } = target.fixtures
  for (const mode of ['sync', 'async']) {
    controlSuccess(await runWorkflow(target, { workflow: echo, mode }))
    expectStatus(await runWorkflow(target, { workflow: archived, mode }), 404)
  }
}
