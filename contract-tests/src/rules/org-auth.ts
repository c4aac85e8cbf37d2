import { getOrganizationManifest } from '../calls/registry.ts'
import { expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const orgAuth: Rule = {
  requirement: 'ORG-AUTH',
  statement: 'the organization manifest accepts a console session or a key of the organization, and nothing else',
  check,
}

async function check(target: Target): Promise<void> {
  const { key, orgId, sessionCookie } = target.fixtures.organization
  expectStatus(await getOrganizationManifest(target, { orgId, key }), 200)
  expectStatus(await getOrganizationManifest(target, { orgId, cookie: sessionCookie }), 200)
  expectStatus(await getOrganizationManifest(target, { orgId, cookie: `${sessionCookie}x` }), 401)
}
