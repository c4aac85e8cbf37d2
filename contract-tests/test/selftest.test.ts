import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Mutant } from '../proof/mutants/mutant.ts'
import { mutants } from '../proof/mutants/mutants.ts'
import { selfTests } from '../proof/self-tests.ts'
import { pairwise } from '../proof/variants/variant.ts'
import { variants } from '../proof/variants/variants.ts'
import { defects } from '../proof/worlds/defects/defects.ts'
import { rules } from '../src/rules/rules.ts'

const sampled = 3

// A sample of the cases of `npm run selftest`, at equal distances in the list of each self-test.
for (const { id, listCases, statement } of selfTests) {
  const cases = await listCases()
  const sample = cases.filter((_, index) => index % Math.ceil(cases.length / sampled) === 0)
  describe(`${id}: ${statement}`, { concurrent: true }, () => {
    test.each(sample)('$name', { timeout: 60_000 }, async ({ run }) => {
      expect((await run()).problems).toEqual([])
    })
  })
}

test('every rule detects a mutant, or a defect of the independent server if no mutant can have it', () => {
  const found = new Set(mutants.map(({ foundBy }) => foundBy.toLowerCase()))
  const others = rules.map(({ id }) => id).filter((id) => !found.has(id))
  // The transfer coding of a body shows only in a request over a socket.
  expect(others).toEqual(['run-endpoint.chunked'])
  expect(defects.map(({ breaks }) => breaks.toLowerCase())).toEqual(expect.arrayContaining(others))
})

test('each mutant is collected, and stands beside the rule that detects it', async () => {
  const folder = new URL('../src/rules/', import.meta.url)
  const files = globSync('**/*.mutants.ts', { cwd: fileURLToPath(folder) })
  expect(files).not.toEqual([])

  for (const file of files) {
    const { mutants: ownMutants }: { mutants: readonly Mutant[] } = await import(new URL(file, folder).href)
    const tables: object = await import(new URL(file.replace('.mutants.ts', '.ts'), folder).href)
    const ownRules = Object.entries(tables).flatMap(([name, table]) => (name.endsWith('Rules') ? Object.keys(table) : []))

    expect(mutants).toEqual(expect.arrayContaining([...ownMutants]))
    expect(ownRules).toEqual(expect.arrayContaining(ownMutants.map(({ foundBy }) => foundBy)))
  }
})

test('no two mutants have the same defect', () => {
  expect(new Set(mutants.map(({ defect }) => defect)).size).toBe(mutants.length)
})

test('combines every two variants that do not exclude each other', () => {
  const rows = pairwise(variants)
  const together = new Set(rows.flatMap((row) => row.flatMap((a) => row.map((b) => `${a.variation}|${b.variation}`))))
  const apart = variants.flatMap((a) =>
    variants.filter((b) => a.subject !== b.subject && !together.has(`${a.variation}|${b.variation}`)),
  )
  expect(apart).toEqual([])
})
