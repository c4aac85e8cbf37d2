import { runWorkflow } from '../../calls/run-workflow.ts'
import { isObject } from '../../expectations.ts'
import type { Observation } from '../observation.ts'

export const runModeDefault: Observation = {
  requirement: 'RUN-MODE-DEFAULT',
  statement: 'the mode of a run request that names none',
  profile: 'run-sync',
  needs: { fixtures: ['slow'], hooks: [], requests: 1, runs: 1, executions: 0 },
  observe: async (target) => {
    const { body, status } = await runWorkflow(target, { workflow: target.fixtures.slow, body: { args: [] } })
    const waited = isObject(body) && body['result'] === target.fixtures.slow.result
    return { status, mode: waited ? 'sync' : 'async' }
  },
  claim: { name: 'defaultMode', kept: (seen, claimed) => Object(seen).mode === claimed },
}
