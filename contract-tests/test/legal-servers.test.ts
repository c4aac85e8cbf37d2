import { afterAll, expect, test } from 'vitest'
import { openLegalTarget } from '../src/legal-servers/legal-server.ts'
import type { LegalVariation } from '../src/legal-servers/legal-variation.ts'
import { pairwise } from '../src/legal-servers/pairwise.ts'
import { legalVariations } from '../src/legal-servers.ts'
import { rules } from '../src/rules.ts'
import { runRule } from '../src/run-rule.ts'

const combinations = pairwise(legalVariations)

test.each(legalVariations)('no rule cries wolf when $variation', async (variation) => {
  expect(await complaints([variation])).toEqual([])
})

test.each(combinations.map((variations, index) => ({ index, variations })))(
  'no rule cries wolf on combination $index of legal variations',
  async ({ variations }) => {
    expect(await complaints(variations)).toEqual([])
  },
)

test('every two variations that do not exclude each other are combined', () => {
  const together = new Set(combinations.flatMap((row) => row.flatMap((a) => row.map((b) => `${a.variation}|${b.variation}`))))
  const apart = legalVariations.flatMap((a) =>
    legalVariations.filter((b) => a.subject !== b.subject && !together.has(`${a.variation}|${b.variation}`)),
  )
  expect(apart).toEqual([])
})

afterAll(() => {
  console.log(`${legalVariations.length} legal variations, ${combinations.length} combinations, ${rules.length} rules each`)
})

/** Which rules do not pass, and why. The readers are left out: they know our choices. */
async function complaints(variations: readonly LegalVariation[]): Promise<string[]> {
  const outcomes = await Promise.all(rules.map((rule) => runRule(rule, { target: openLegalTarget(variations), readers: [] })))
  return outcomes
    .filter(({ verdict }) => verdict !== 'pass')
    .map(({ message, requirement, verdict }) => `${requirement} ${verdict}: ${message}`)
}
