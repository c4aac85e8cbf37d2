import { createMockService, defaultProfile, type Profile } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { count } from '../../../scripts/count.ts'
import { triedProfiles } from '../../../scripts/profiles.ts'
import { contractFixtures, createContractWorld, localSettleMs } from '../../proof/contract-world.ts'
import { createLocalHooks } from '../../proof/local-hooks.ts'
import type { Rule } from '../../src/rules/rule.ts'
import { rules } from '../../src/rules/rules.ts'
import { connectTarget } from '../../src/target/connect-target.ts'
import type { Target } from '../../src/target/target.ts'
import { runRule } from '../run-rule.ts'

const tried = triedProfiles()

// It waits for seconds, which all profiles can do at the same time.
const waiting = ['limit-retry-after.admitted']

test.each(tried)('every rule passes on the reference server with $name', async ({ profile }) => {
  const complaints = await findComplaints(profile, ({ id }) => !waiting.includes(id))
  expect(complaints).toEqual([])
})

test('every rule that waits for Retry-After to pass does so on the reference server with each profile', async () => {
  expect(rules.map(({ id }) => id)).toEqual(expect.arrayContaining(waiting))
  const complaints = await Promise.all(tried.map(({ profile }) => findComplaints(profile, ({ id }) => waiting.includes(id))))
  expect(complaints).toEqual(tried.map(() => []))
})

async function findComplaints(profile: Partial<Profile>, chosen: (rule: Rule) => boolean): Promise<readonly string[]> {
  // The readers are left out: the document that they read has the default profile.
  const run = rules.filter(chosen).map((rule) => runRule(rule, { target: openTarget(profile), readers: [] }))
  const outcomes = await Promise.all(run)
  count({ profiles: { 'rules checked': outcomes.length } })
  const complaints = outcomes.filter(({ verdict }) => verdict !== 'pass')
  return complaints.map(({ message, requirement, verdict }) => `${requirement} ${verdict}: ${message}`)
}

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
    settleMs: localSettleMs,
  })
}
