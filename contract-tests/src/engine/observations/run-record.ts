import { runWorkflow } from '../../calls/run-workflow.ts'
import { isObject } from '../../expectations.ts'
import type { Observation } from '../observation.ts'
import { shapeOf } from '../shape-of.ts'

const documented = new Set(['status', 'result', 'error', 'stepOutputs'])

export const runRecord: Observation = {
  requirement: 'RUN-RECORD',
  statement: 'the fields of a run beyond the documented ones',
  profile: 'run-sync',
  needs: { fixtures: ['echo'], hooks: [], requests: 1, runs: 1, executions: 0 },
  observe: async (target) => {
    const { body } = await runWorkflow(target, { workflow: target.fixtures.echo })
    const others = Object.entries(isObject(body) ? body : {}).filter(([name]) => !documented.has(name))
    return shapeOf(Object.fromEntries(others))
  },
}
