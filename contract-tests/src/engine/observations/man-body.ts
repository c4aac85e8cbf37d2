import { getPublicManifest } from '../../calls/registry.ts'
import type { Observation } from '../observation.ts'
import { shapeOf } from '../shape-of.ts'

export const manBody: Observation = {
  requirement: 'MAN-BODY',
  statement: 'the fields of the manifest',
  profile: 'registry',
  needs: { fixtures: ['registry'], hooks: [], requests: 1, runs: 0, executions: 0 },
  observe: async (target) => shapeOf((await getPublicManifest(target, { key: target.fixtures.registry.key })).body),
}
