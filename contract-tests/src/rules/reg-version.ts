import { getPublicManifest } from '../calls/registry.ts'
import { control, expectThat, isSuccess } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const regVersion: Rule = {
  requirement: 'REG-VERSION',
  statement: 'the registry answers under v1, and the same path under another version is not the manifest',
  check,
}

async function check(target: Target): Promise<void> {
  const { key } = target.fixtures.registry
  control(await getPublicManifest(target, { key }))
  const other = await target.sendOutsideDocument({
    operationId: 'getPublicManifest',
    method: 'GET',
    url: `${target.registryUrl}/v0/public/${target.product}/manifest`,
    headers: { authorization: `Bearer ${key}` },
  })
  expectThat(!isSuccess(other), { expected: 'no manifest under v0', in: other })
}
