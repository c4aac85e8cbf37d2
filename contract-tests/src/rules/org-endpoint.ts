import { getOrganizationManifest } from '../calls/registry.ts'
import { expectStatus, expectThat } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const orgEndpoint: Rule = {
  requirement: 'ORG-ENDPOINT',
  statement: 'GET of an organization manifest is answered with 200 and JSON',
  check,
}

async function check(target: Target): Promise<void> {
  const { key, orgId } = target.fixtures.organization
  const exchange = await getOrganizationManifest(target, { orgId, key })
  expectStatus(exchange, 200)
  expectThat(exchange.body !== undefined, { expected: 'a JSON body', in: exchange })
}
