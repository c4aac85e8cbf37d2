import { createMockService, type MockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkService } from '../../proof/contract-server.ts'
import { contractFixtures, createContractWorld } from '../../proof/contract-world.ts'
import { answer, flowIdOf, intercept } from '../../proof/mutants/mutant.ts'
import type { Fixtures } from '../../src/target/target.ts'

const { archived: _left, ...withoutArchived } = contractFixtures

const cases: readonly (readonly [which: string, forbidden: readonly string[], fixtures: Partial<Fixtures>, verdict: string])[] = [
  ['as for an archived one', ['no-such-workflow', 'archived'], contractFixtures, 'pass'],
  ['alone', ['no-such-workflow'], contractFixtures, 'fail'],
  ['and no archived one is declared', ['no-such-workflow'], withoutArchived, 'pass'],
]

test.each(cases)('403 for an unknown workflow, %s, is judged by that', async (_, ...[forbidden, fixtures, verdict]) => {
  const service = forbids(forbidden)(createMockService(createContractWorld()))
  const { report } = await checkService(service, { fixtures, only: ['flow-unknown'] })
  expect(report.checks.find(({ id }) => id === 'flow-unknown')).toMatchObject({ verdict })
})

function forbids(flowIds: readonly string[]): (service: MockService) => MockService {
  return intercept(['run'], (asked, { pass }) => (flowIds.includes(flowIdOf(asked)) ? answer(403, {}) : pass()))
}
