import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { brokenServers } from '../proof/mutants/mutants.ts'
import { formatFigures, replaceFigures } from '../proof/selftest/figures.ts'
import type { SelfTestOutcome } from '../proof/selftest/run-self-tests.ts'
import { selfTests } from '../proof/selftest/self-tests.ts'
import { pairwise } from '../proof/variants/pairwise.ts'
import { legalVariations } from '../proof/variants/variants.ts'
import { main } from '../src/cli/main.ts'
import { rules } from '../src/rules/rules.ts'

// What `wfhost-conformance selftest` runs, as one test for each case.
const outcomes: SelfTestOutcome[] = []

for (const { atOnce = 1, id, listCases, statement } of selfTests) {
  const cases = await listCases(main)
  const counts: Record<string, number> = {}
  outcomes.push({ id, statement, cases: cases.length, counts, failures: [], durationMs: 0 })
  describe(`${id}: ${statement}`, { concurrent: atOnce > 1 }, () => {
    test.each(cases)('$name', { timeout: 60_000 }, async ({ run }) => {
      const { problems, shows } = await run()
      counts[shows] = (counts[shows] ?? 0) + 1
      expect(problems).toEqual([])
    })
  })
}

test('the README has the figures of the self-tests', async () => {
  const incomplete = outcomes.filter(({ cases, counts }) => Object.values(counts).reduce((a, b) => a + b, 0) !== cases)
  expect(incomplete, 'the whole file has to run').toEqual([])
  const text = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  expect(text, 'npm run test:conformance -- --write contract-tests/README.md').toBe(replaceFigures(text, formatFigures(outcomes)))
})

test('every rule finds at least one defect', () => {
  const found = new Set<string>(brokenServers.map(({ foundBy }) => foundBy))
  expect(rules.map(({ requirement }) => requirement).filter((requirement) => !found.has(requirement))).toEqual([])
})

test('no two servers have the same defect', () => {
  expect(new Set(brokenServers.map(({ defect }) => defect)).size).toBe(brokenServers.length)
})

test('every two variations that do not exclude each other are combined', () => {
  const rows = pairwise(legalVariations)
  const together = new Set(rows.flatMap((row) => row.flatMap((a) => row.map((b) => `${a.variation}|${b.variation}`))))
  const apart = legalVariations.flatMap((a) =>
    legalVariations.filter((b) => a.subject !== b.subject && !together.has(`${a.variation}|${b.variation}`)),
  )
  expect(apart).toEqual([])
})
