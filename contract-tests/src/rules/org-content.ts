import { aboutToolSet } from '../about-tool-set.ts'
import { getOrganizationManifest } from '../calls/registry.ts'
import { control, expectThat } from '../expectations.ts'
import { namingOf } from '../naming.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const orgContent: Rule = {
  requirement: 'ORG-CONTENT',
  statement: 'the organization manifest lists what the public manifest lists for that organization',
  check,
}

async function check(target: Target): Promise<void> {
  const { organization, otherOrganization, registry } = target.fixtures
  const { key, orgId } = organization
  const exchange = control(await getOrganizationManifest(target, { orgId, key }))
  const toolSets = registry.listed.map(({ toolSet }) => toolSet)
  const isNamed = namingOf(exchange.body, toolSets)
  for (const { tool, toolSet, version } of registry.listed) {
    expectThat(isNamed(exchange.body, toolSet), { expected: `tool set ${toolSet}`, in: exchange })
    const about = aboutToolSet(exchange.body, { toolSet, among: registry.listed })
    expectThat(about.mentionsVersion(version), { expected: `version ${version} of tool set ${toolSet}`, in: exchange })
    expectThat(about.mentionsTool(tool), { expected: `tool ${tool} of tool set ${toolSet}`, in: exchange })
  }
  for (const { toolSet } of otherOrganization.listed) {
    expectThat(!isNamed(exchange.body, toolSet), { expected: `no tool set ${toolSet} of another organization`, in: exchange })
  }
  await checkOtherEnvironment(target)
}

/** The profile of the key decides which version it is, here as elsewhere (section 5.3). */
async function checkOtherEnvironment(target: Target): Promise<void> {
  const { fixtures } = target
  if (!('otherEnvironment' in fixtures)) return
  const { key, listed } = fixtures.otherEnvironment
  const exchange = control(await getOrganizationManifest(target, { orgId: fixtures.organization.orgId, key }))
  for (const { tool, toolSet, version } of listed) {
    const about = aboutToolSet(exchange.body, { toolSet, among: listed })
    const there = `of tool set ${toolSet} for the key of the other environment`
    expectThat(about.mentionsVersion(version), { expected: `version ${version} ${there}`, in: exchange })
    expectThat(about.mentionsTool(tool), { expected: `tool ${tool} ${there}`, in: exchange })
  }
}
