import { executeTool, getOrganizationManifest, getPublicManifest } from '../calls/registry.ts'
import { expectStatus, expectSuccess } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const productSegment: Rule = {
  requirement: 'PRODUCT-SEGMENT',
  statement: 'the registry answers under the product segment that the target names',
  check,
}

async function check(target: Target): Promise<void> {
  const { execute, organization, registry } = target.fixtures
  const { key } = registry
  expectStatus(await getPublicManifest(target, { key }), 200)
  expectStatus(await getOrganizationManifest(target, { key, orgId: organization.orgId }), 200)
  expectSuccess(await executeTool(target, { key, payload: execute.payload }))
}
