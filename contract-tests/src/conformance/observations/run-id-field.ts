import { runWorkflow } from '../../calls/run-workflow.ts'
import { leaves } from '../../leaves.ts'
import type { Observation } from '../observation.ts'

export const runIdField: Observation = {
  requirement: 'RUN-ID-FIELD',
  statement: 'where the answer to an async run carries its run ID, and with which status',
  profile: 'run-async',
  needs: { fixtures: ['slow'], hooks: [], requests: 2, runs: 2, executions: 0 },
  observe: async (target) => {
    const call = { workflow: target.fixtures.slow, mode: 'async' }
    const first = await runWorkflow(target, call)
    const second = await runWorkflow(target, call)
    const known = new Map(leaves(first.body).map((leaf) => [leaf.pointer, leaf.value]))
    const differing = leaves(second.body).filter((leaf) => known.has(leaf.pointer) && known.get(leaf.pointer) !== leaf.value)
    return { status: second.status, differing: differing.map(({ pointer, value }) => ({ pointer, type: typeof value })) }
  },
  claim: {
    name: 'runIdField',
    kept: (seen, claimed) => listOf(Object(seen).differing).some((leaf) => Object(leaf).pointer === claimed),
  },
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
