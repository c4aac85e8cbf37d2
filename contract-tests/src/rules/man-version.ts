import { aboutToolSet } from '../about-tool-set.ts'
import { getPublicManifest } from '../calls/registry.ts'
import { control, expectThat } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const manVersion: Rule = {
  requirement: 'MAN-VERSION',
  statement: 'the manifest lists the version that is published to the profile of the key',
  check,
}

async function check(target: Target): Promise<void> {
  const { otherEnvironment, registry } = target.fixtures
  for (const { key, listed } of [registry, otherEnvironment]) {
    const exchange = control(await getPublicManifest(target, { key }))
    for (const { toolSet, version } of listed) {
      const about = aboutToolSet(exchange.body, { toolSet, among: listed })
      expectThat(about.mentionsVersion(version), { expected: `version ${version} of tool set ${toolSet}`, in: exchange })
    }
  }
}
