import { getOrganizationManifest } from '../calls/registry.ts'
import { expectStatus, expectThat } from '../expectations.ts'
import { namingOf } from '../naming.ts'
import { nearlyRight } from '../nearly-right.ts'
import type { Rule } from '../rule.ts'
import { RuleWarning } from '../rule-violation.ts'
import type { Target } from '../target.ts'

export const orgAuth: Rule = {
  requirement: 'ORG-AUTH',
  statement: 'the organization manifest accepts a console session or a key of the organization, and nothing else',
  check,
}

async function check(target: Target): Promise<void> {
  const { key, orgId } = target.fixtures.organization
  const { consoleSession } = target.fixtures
  const own = await getOrganizationManifest(target, { orgId, key })
  expectStatus(own, 200)
  const signedIn = await getOrganizationManifest(target, { orgId, session: consoleSession })
  expectStatus(signedIn, 200)
  expectThat(signedIn.body !== undefined, { expected: 'a manifest for the session, found no JSON', in: signedIn })
  for (const wrong of nearlyRight(consoleSession.value).slice(0, 3)) {
    expectStatus(await getOrganizationManifest(target, { orgId, session: { ...consoleSession, value: wrong } }), 401)
  }
  const { otherOrganization, registry, unpublishedOrganization } = target.fixtures
  const toolSets = registry.listed.map(({ toolSet }) => toolSet)
  const isNamed = namingOf(own.body, toolSets)
  for (const { toolSet } of otherOrganization.listed.filter((foreign) => !toolSets.includes(foreign.toolSet))) {
    const shown = isNamed(signedIn.body, toolSet)
    expectThat(!shown, { expected: `no tool set ${toolSet} of another organization for the session`, in: signedIn })
  }
  // Whose manifest it is, or whether it is one at all, is not shown: it is not that of somebody else.
  const elsewhere = await getOrganizationManifest(target, { orgId: unpublishedOrganization.orgId, session: consoleSession })
  expectThat(!isNamed(elsewhere.body, unpublishedOrganization.toolSet), {
    expected: `no tool set ${unpublishedOrganization.toolSet} for a session of another organization`,
    in: elsewhere,
  })
  const foreign = await getOrganizationManifest(target, { orgId, key: otherOrganization.key })
  const theirs = new Set(otherOrganization.listed.map(({ toolSet }) => toolSet))
  for (const { toolSet } of registry.listed.filter((listed) => !theirs.has(listed.toolSet))) {
    const shown = isNamed(foreign.body, toolSet)
    expectThat(!shown, { expected: `no tool set ${toolSet} for the key of another organization`, in: foreign })
  }
  // What it gets is not shown (ORG-SESSION). Its own manifest at this address tells whoever asks the wrong thing.
  const gotItsOwn = [...theirs].some((toolSet) => isNamed(foreign.body, toolSet))
  if (gotItsOwn) throw new RuleWarning(`expected no manifest of another organization at the address of ${orgId}`, foreign)
}
