import { getPublicManifest } from '../calls/registry.ts'
import { control, expectThat } from '../expectations.ts'
import { names } from '../leaves.ts'
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
  for (const { toolSet } of otherOrganization.listed) {
    expectThat(names(other.body, toolSet), { expected: `tool set ${toolSet} of the key's organization`, in: other })
    expectThat(!names(own.body, toolSet), { expected: `no tool set ${toolSet} of another organization`, in: own })
  }
}
