import { createMockService, defaultProfile, type Profile } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { count } from '../../../scripts/count.ts'
import { profiles } from '../../../scripts/profiles.ts'
import { contractFixtures, createContractWorld, localSettleMs } from '../../proof/contract-world.ts'
import { createLocalHooks, waitOn } from '../../proof/local-hooks.ts'
import { rules } from '../../src/rules/rules.ts'
import { connectTarget } from '../../src/target/connect-target.ts'
import type { Target } from '../../src/target/target.ts'
import { runRule } from '../run-rule.ts'

test.each(profiles)('every rule passes on the reference server with $name', async ({ profile }) => {
  // The readers are left out: the document that they read has the default profile.
  const outcomes = await Promise.all(rules.map((rule) => runRule(rule, { target: openTarget(profile), readers: [] })))
  const complaints = outcomes.filter(({ verdict }) => verdict !== 'pass')
  expect(complaints.map(({ message, requirement, verdict }) => `${requirement} ${verdict}: ${message}`)).toEqual([])
  count({ profiles: { 'rules checked': outcomes.length } })
})

function openTarget(profile: Partial<Profile>): Target {
  const { sessionCookie } = { ...defaultProfile, ...profile }
  const service = createMockService(createContractWorld(), { profile })
  return connectTarget({
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
