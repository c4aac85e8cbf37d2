import { getOrganizationManifest } from '../calls/registry.ts'
import { control, expectStatus, expectThat } from '../expectations.ts'
import { containsText } from '../leaves.ts'
import { namingOf } from '../naming.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const orgFallback: Rule = {
  requirement: 'ORG-FALLBACK',
  statement: 'the manifest of an organization that has published nothing lists the latest versions',
  check,
}

async function check(target: Target): Promise<void> {
  const { organization, unpublishedOrganization } = target.fixtures
  control(await getOrganizationManifest(target, { orgId: organization.orgId, key: organization.key }))
  const { key, latestVersion, orgId, toolSet } = unpublishedOrganization
  const exchange = await getOrganizationManifest(target, { orgId, key })
  expectStatus(exchange, 200)
  expectThat(namingOf(exchange.body, [toolSet])(exchange.body, toolSet), { expected: `tool set ${toolSet}`, in: exchange })
  expectThat(containsText(exchange.body, latestVersion), { expected: `version ${latestVersion}, the latest`, in: exchange })
}
