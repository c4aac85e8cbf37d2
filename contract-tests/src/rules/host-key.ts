import { getPublicManifest } from '../calls/registry.ts'
import { control, expectThat } from '../expectations.ts'
import { namingOf } from '../naming.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const hostKey: Rule = {
  requirement: 'HOST-KEY',
  statement: 'a tool-hosting key stands for its own organization and environment profile',
  check,
}

async function check(target: Target): Promise<void> {
  const { otherEnvironment, otherOrganization, registry } = target.fixtures
  for (const own of [registry, otherEnvironment, otherOrganization]) {
    const exchange = control(await getPublicManifest(target, own))
    const toolSets = own.listed.map(({ toolSet }) => toolSet)
    const isNamed = namingOf(exchange.body, toolSets)
    for (const toolSet of toolSets) {
      expectThat(isNamed(exchange.body, toolSet), { expected: `tool set ${toolSet} of the key`, in: exchange })
    }
    for (const toolSet of own.notListed) {
      expectThat(!isNamed(exchange.body, toolSet), { expected: `no tool set ${toolSet}`, in: exchange })
    }
  }
}
