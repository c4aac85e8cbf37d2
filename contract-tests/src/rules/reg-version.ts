import { getPublicManifest } from '../calls/registry.ts'
import { expectStatus, isSuccess } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import { RuleWarning } from '../rule-violation.ts'
import type { Target } from '../target.ts'

export const regVersion: Rule = {
  requirement: 'REG-VERSION',
  statement: 'the registry answers under v1, and should not answer the same under another version',
  check,
}

async function check(target: Target): Promise<void> {
  const { key } = target.fixtures.registry
  expectStatus(await getPublicManifest(target, { key }), 200)
  const other = await target.sendOutsideDocument({
    operationId: 'getPublicManifest',
    method: 'GET',
    url: `${target.registryUrl}/v0/public/${target.product}/manifest`,
    headers: { authorization: `Bearer ${key}` },
  })
  // No document forbids it: it only keeps whoever calls a wrong path from learning that.
  if (isSuccess(other)) throw new RuleWarning('expected no manifest under v0, where no document has one', other)
}
