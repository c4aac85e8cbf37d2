import { runWorkflow } from '../../calls/run-workflow.ts'
import type { Observation } from '../observation.ts'

export const runFailedHttp: Observation = {
  requirement: 'RUN-FAILED-HTTP',
  statement: 'the status that carries the body of a failed run',
  profile: 'run-sync',
  needs: { fixtures: ['failing'], hooks: [], requests: 1, runs: 1, executions: 0 },
  observe: async (target) => ({ status: (await runWorkflow(target, { workflow: target.fixtures.failing })).status }),
  claim: { name: 'failedRunStatus', kept: (seen, claimed) => Object(seen).status === claimed },
}
