import { runWorkflow } from '../../calls/run-workflow.ts'
import type { Observation } from '../observation.ts'

export const checkOrder: Observation = {
  requirement: 'CHECK-ORDER',
  statement: 'which error wins when a request has two faults',
  profile: 'keys',
  needs: {
    fixtures: ['echo', 'unknownFlowId', 'unpublishedFlowId', 'secondWorkflow'],
    hooks: [],
    requests: 6,
    runs: 6,
    executions: 0,
  },
  observe: async (target) => {
    const { echo, secondWorkflow, unknownFlowId, unpublishedFlowId } = target.fixtures
    const foreign = { flowId: echo.flowId, key: secondWorkflow.key }
    const status = async (flowId: string, key: string) => (await runWorkflow(target, { workflow: { flowId, key } })).status
    return {
      'no key, malformed body': (await runWorkflow(target, { workflow: echo, authorization: null, text: '{' })).status,
      'no key, unknown workflow': (await runWorkflow(target, { workflow: { flowId: unknownFlowId }, authorization: null }))
        .status,
      "another workflow's key, malformed body": (await runWorkflow(target, { workflow: foreign, text: '{' })).status,
      'unknown workflow, malformed body': (
        await runWorkflow(target, { workflow: { flowId: unknownFlowId, key: echo.key }, text: '{' })
      ).status,
      "another workflow's key, unknown workflow": await status(unknownFlowId, echo.key),
      "another workflow's key, unpublished workflow": await status(unpublishedFlowId, echo.key),
    }
  },
}
