import { runWorkflow } from '../../calls/run-workflow.ts'
import type { Observation } from '../observation.ts'
import { shapeOf } from '../shape-of.ts'

export const runErrorBody: Observation = {
  requirement: 'RUN-ERROR-BODY',
  statement: 'the bodies of 400, 401 and 404 on the run endpoint',
  profile: 'run-sync',
  needs: { fixtures: ['echo', 'unknownFlowId'], hooks: [], requests: 3, runs: 3, executions: 0 },
  observe: async (target) => {
    const workflow = target.fixtures.echo
    const unknown = { flowId: target.fixtures.unknownFlowId, key: workflow.key }
    const refusals = [
      await runWorkflow(target, { workflow, text: '{' }),
      await runWorkflow(target, { workflow, authorization: null }),
      await runWorkflow(target, { workflow: unknown }),
    ]
    return refusals.map(({ body, headers, status }) => ({
      status,
      contentType: headers.get('content-type'),
      shape: shapeOf(body),
    }))
  },
}
