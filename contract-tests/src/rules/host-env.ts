import { aboutToolSet } from '../about-tool-set.ts'
import { executeTool, getPublicManifest } from '../calls/registry.ts'
import { control, controlSuccess, expectThat } from '../expectations.ts'
import { answerShows } from '../leaves.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const hostEnv: Rule = {
  requirement: 'HOST-ENV',
  statement: 'the environment profile of the key decides the version that is used and the variables it sees',
  check,
}

async function check(target: Target): Promise<void> {
  const { executeEnvironment } = target.fixtures
  for (const profile of ['registry', 'otherEnvironment'] as const) {
    const { key, listed } = target.fixtures[profile]
    const manifest = control(await getPublicManifest(target, { key }))
    for (const { toolSet, version } of listed) {
      const about = aboutToolSet(manifest.body, { toolSet, among: listed })
      expectThat(about.mentionsVersion(version), { expected: `version ${version} of tool set ${toolSet}`, in: manifest })
    }
    const executed = controlSuccess(await executeTool(target, { key, payload: executeEnvironment.payload }))
    const expected = `the variable of the key's profile, ${executeEnvironment.shows[profile]}`
    expectThat(answerShows(executed, executeEnvironment.shows[profile]), { expected, in: executed })
  }
}
