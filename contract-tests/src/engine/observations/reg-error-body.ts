import { getPublicManifest } from '../../calls/registry.ts'
import type { Observation } from '../observation.ts'
import { shapeOf } from '../shape-of.ts'

export const regErrorBody: Observation = {
  requirement: 'REG-ERROR-BODY',
  statement: 'the body of a refusal of the registry',
  profile: 'registry',
  needs: { fixtures: [], hooks: [], requests: 1, runs: 0, executions: 0 },
  observe: async (target) => {
    const { body, headers, status } = await getPublicManifest(target, {})
    return { status, contentType: headers.get('content-type'), shape: shapeOf(body) }
  },
}
