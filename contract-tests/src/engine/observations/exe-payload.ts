import { executeTool } from '../../calls/registry.ts'
import type { Observation } from '../observation.ts'
import { shapeOf } from '../shape-of.ts'

export const exePayload: Observation = {
  requirement: 'EXE-PAYLOAD',
  statement: 'the answers to an execution that succeeds and to one that fails',
  profile: 'execute',
  needs: { fixtures: ['execute', 'executeFailing', 'registry'], hooks: [], requests: 2, runs: 0, executions: 2 },
  observe: async (target) => {
    const { execute, executeFailing, registry } = target.fixtures
    const succeeded = await executeTool(target, { key: registry.key, payload: execute.payload })
    const failed = await executeTool(target, { key: registry.key, payload: executeFailing })
    return [succeeded, failed].map(({ body, status }) => ({ status, shape: shapeOf(body) }))
  },
}
