import { type Assumptions, createMockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { assumptionSets, defaultAssumptions } from '../../../tools/scripts/assumptions.ts'
import { count } from '../../../tools/scripts/count.ts'
import { contractFixtures, createContractWorld, localSettleMs } from '../../proof/contract-world.ts'
import { createLocalHooks, waitOn } from '../../proof/local-hooks.ts'
import { rules } from '../../src/rules/rules.ts'
import { createTarget } from '../../src/target/create-target.ts'
import type { Target } from '../../src/target/target.ts'
import { runRule } from '../run-rule.ts'

test.each(assumptionSets)('every rule passes on the reference server with $name', async ({ assumptions }) => {
  // The readers are left out: the document that they read has the default assumptions.
  const outcomes = await Promise.all(rules.map((rule) => runRule(rule, { target: openTarget(assumptions), readers: [] })))
  const complaints = outcomes.filter(({ verdict }) => verdict !== 'pass')
  expect(complaints.map(({ message, requirement, verdict }) => `${requirement} ${verdict}: ${message}`)).toEqual([])
  count({ 'sets of assumptions': { 'rules checked': outcomes.length } })
})

function openTarget(assumptions: Partial<Assumptions>): Target {
  const { sessionCookie } = { ...defaultAssumptions, ...assumptions }
  const service = createMockService(createContractWorld(), { assumptions })
  return createTarget({
    name: 'core',
    baseUrl: 'http://workflows.test',
    fetch: service.fetch,
    fixtures: {
      ...contractFixtures,
      organization: { ...contractFixtures.organization, sessionCookie: `${sessionCookie}=session-acme` },
    },
    hooks: createLocalHooks(service),
    wait: waitOn(service),
    settleMs: localSettleMs,
  })
}
