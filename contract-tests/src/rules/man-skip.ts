import { getPublicManifest } from '../calls/registry.ts'
import { control, expectThat } from '../expectations.ts'
import { namingOf } from '../naming.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const manSkip: Rule = {
  requirement: 'MAN-SKIP',
  statement: 'a tool set without a version for the profile of the key, or without a tool, is not listed',
  check,
}

async function check(target: Target): Promise<void> {
  const { otherEnvironment, registry } = target.fixtures
  for (const { key, listed, notListed } of [registry, otherEnvironment]) {
    const exchange = control(await getPublicManifest(target, { key }))
    const toolSets = listed.map(({ toolSet }) => toolSet)
    const isNamed = namingOf(exchange.body, toolSets)
    for (const toolSet of notListed) {
      expectThat(!isNamed(exchange.body, toolSet), { expected: `no tool set ${toolSet}`, in: exchange })
    }
  }
}
