import { aboutToolSet } from '../about-tool-set.ts'
import { getPublicManifest } from '../calls/registry.ts'
import { control, expectThat } from '../expectations.ts'
import { namingOf } from '../naming.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const manContent: Rule = {
  requirement: 'MAN-CONTENT',
  statement: 'the manifest lists every tool set, private or public, with a published version and at least one tool',
  check,
}

async function check(target: Target): Promise<void> {
  const { key, listed } = target.fixtures.registry
  const exchange = control(await getPublicManifest(target, { key }))
  const toolSets = listed.map(({ toolSet }) => toolSet)
  const isNamed = namingOf(exchange.body, toolSets)
  for (const { tool, toolSet } of listed) {
    expectThat(isNamed(exchange.body, toolSet), { expected: `tool set ${toolSet}`, in: exchange })
    const about = aboutToolSet(exchange.body, { toolSet, among: listed })
    expectThat(about.mentionsTool(tool), { expected: `tool ${tool} of tool set ${toolSet}`, in: exchange })
  }
}
