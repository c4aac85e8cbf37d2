import { runWorkflow } from '../../calls/run-workflow.ts'
import { differingLeaves } from '../../leaves.ts'
import type { Observation } from '../observation.ts'

export const runIdField: Observation = {
  requirement: 'RUN-ID-FIELD',
  statement: 'where the answer to an async run carries its run ID, and with which status',
  profile: 'run-async',
  needs: { fixtures: ['slow'], hooks: [], requests: 3, runs: 3, executions: 0 },
  observe: async (target) => {
    const call = { workflow: target.fixtures.slow, mode: 'async' }
    const first = await runWorkflow(target, call)
    const second = await runWorkflow(target, call)
    const third = await runWorkflow(target, call)
    const differing = differingLeaves([first.body, second.body, third.body])
    return { status: first.status, differing: differing.map(({ pointer, value }) => ({ pointer, type: typeof value })) }
  },
  claim: {
    name: 'runIdField',
    kept: (seen, claimed) => pointersOf(seen).includes(claimed),
    advise: (seen) => {
      const pointers = pointersOf(seen).map((pointer) => JSON.stringify(pointer))
      const [first] = pointers
      if (first === undefined) return undefined
      const found =
        pointers.length === 1
          ? `${first} is all that differs from run to run, so it was taken for the run ID.`
          : `${pointers.join(', ')} differ from run to run, and any of them was taken for the run ID.`
      return `${found} No document names the field, so a time beside one ID for all runs would pass, too. claims: { runIdField: ${first} } decides it, with the field that your server promises`
    },
  },
}

function pointersOf(seen: unknown): readonly unknown[] {
  const { differing } = Object(seen)
  return Array.isArray(differing) ? differing.map((leaf) => Object(leaf).pointer) : []
}
