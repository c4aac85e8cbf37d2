import { type Credentials, executeTool, getOrganizationManifest, getPublicManifest } from '../calls/registry.ts'
import type { Exchange } from '../exchange.ts'
import { controlSuccess, expectStatus } from '../expectations.ts'
import { keyElsewhere, nearlyRight } from '../nearly-right.ts'
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
  const wrongKeys = ['wrong-key', ...nearlyRight(registry.key), target.fixtures.echo.key]
  for (const call of endpoints) {
    controlSuccess(await call({ key: registry.key }))
    expectStatus(await call({}), 401)
    expectStatus(await call({ others: keyElsewhere(registry.key) }), 401)
    for (const key of wrongKeys) expectStatus(await call({ key }), 401)
  }
}
