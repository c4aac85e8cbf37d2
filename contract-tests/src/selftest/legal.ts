import { openLegalTarget } from '../legal-servers/legal-server.ts'
import type { LegalVariation } from '../legal-servers/legal-variation.ts'
import { pairwise } from '../legal-servers/pairwise.ts'
import { legalVariations } from '../legal-servers.ts'
import { rules } from '../rules.ts'
import { runRule } from '../run-rule.ts'
import type { SelfTest } from './self-test.ts'

/** A server that conforms and differs from ours fails no rule, in one respect or in several at once. */
export const legal: SelfTest = {
  name: 'no rule cries wolf on a server that conforms and differs',
  run: async () => {
    const servers = [...legalVariations.map((variation) => [variation]), ...pairwise(legalVariations)]
    const failures: string[] = []
    // One after another: a machine that is busy with all of them would time some of them out.
    for (const variations of servers) failures.push(...(await complaints(variations)))
    return { cases: servers.length, failures }
  },
}

async function complaints(variations: readonly LegalVariation[]): Promise<string[]> {
  const target = () => openLegalTarget(variations)
  const outcomes = await Promise.all(rules.map((rule) => runRule(rule, { target: target(), readers: [] })))
  const what = variations.map(({ variation }) => variation).join(', and ')
  return outcomes
    .filter(({ verdict }) => verdict !== 'pass')
    .map(({ message, requirement, verdict }) => `${requirement} is ${verdict} when ${what}: ${message}`)
}
