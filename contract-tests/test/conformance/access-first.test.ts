import { expect, test } from 'vitest'
import { checkChanged } from '../../proof/contract-server.ts'
import { contractFixtures } from '../../proof/contract-world.ts'
import { type Change, flowIdOf, intercept, respond } from '../../proof/mutants/mutant.ts'
import type { Fixtures } from '../../src/target/target.ts'

const { archived: _left, ...withoutArchived } = contractFixtures
const { otherWorkspace, ...withoutOtherWorkspace } = contractFixtures

const cases: readonly (readonly [which: string, forbidden: readonly string[], fixtures: Partial<Fixtures>, verdict: string])[] = [
  ['as for an archived one', ['no-such-workflow', 'archived'], contractFixtures, 'pass'],
  ['alone', ['no-such-workflow'], contractFixtures, 'fail'],
  ['and no archived one is declared', ['no-such-workflow'], withoutArchived, 'pass'],
  ['which is not unknown', ['archived'], { ...withoutOtherWorkspace, unknownFlowId: otherWorkspace.flowId }, 'blocked'],
]

test.each(cases)('judges a 403 for an unknown workflow, %s', async (_, ...[forbidden, fixtures, verdict]) => {
  const { report } = await checkChanged(forbids(forbidden), { fixtures, only: ['flow-unknown'] })
  expect(report.checks.find(({ id }) => id === 'flow-unknown')).toMatchObject({ verdict })
})

test('gives advice on a 403 for a workflow that is not published', async () => {
  const { report } = await checkChanged(forbids(['draft']), { only: ['flow-unpublished'] })
  const advice = expect.stringContaining('could not be seen')
  expect(report.checks.find(({ id }) => id === 'flow-unpublished')).toMatchObject({ verdict: 'pass', advice })
})

function forbids(flowIds: readonly string[]): Change {
  return intercept(['run'], (request, { pass }) =>
    flowIds.some((flowId) => flowIdOf(request).startsWith(flowId)) ? respond(403, {}) : pass(),
  )
}
