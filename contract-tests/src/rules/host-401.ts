import { type Credentials, executeTool, getOrganizationManifest, getPublicManifest } from '../calls/registry.ts'
import type { Exchange } from '../exchange.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const host401: Rule = {
  requirement: 'HOST-401',
  statement: 'each registry endpoint refuses a missing or invalid key with 401',
  check,
}

async function check(target: Target): Promise<void> {
  const { execute, organization, registry } = target.fixtures
  const endpoints: ((credentials: Credentials) => Promise<Exchange>)[] = [
    (credentials) => getPublicManifest(target, credentials),
    (credentials) => getOrganizationManifest(target, { ...credentials, orgId: organization.orgId }),
    (credentials) => executeTool(target, { ...credentials, payload: execute.payload }),
  ]
  for (const call of endpoints) {
    control(await call({ key: registry.key }))
    expectStatus(await call({}), 401)
    expectStatus(await call({ key: 'wrong-key' }), 401)
    expectStatus(await call({ key: target.fixtures.echo.key }), 401)
  }
}
