import { getPublicManifest } from '../calls/registry.ts'
import { control, expectThat } from '../expectations.ts'
import { namingOf } from '../naming.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const manOrg: Rule = {
  requirement: 'MAN-ORG',
  statement: 'one URL gives each key the manifest of its own organization',
  check,
}

async function check(target: Target): Promise<void> {
  const { otherOrganization, registry } = target.fixtures
  const own = control(await getPublicManifest(target, registry))
  const other = control(await getPublicManifest(target, otherOrganization))
  const toolSets = otherOrganization.listed.map(({ toolSet }) => toolSet)
  const ownToolSets = registry.listed.map(({ toolSet }) => toolSet)
  for (const toolSet of toolSets) {
    const named = namingOf(other.body, toolSets)(other.body, toolSet)
    expectThat(named, { expected: `tool set ${toolSet} of the key's organization`, in: other })
    const foreign = namingOf(own.body, ownToolSets)(own.body, toolSet)
    expectThat(!foreign, { expected: `no tool set ${toolSet} of another organization`, in: own })
  }
}
