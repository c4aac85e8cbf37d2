import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { checks } from './checks.ts'
import { requirementSets } from './requirement-set.ts'

// A frozen set has the hash that it was frozen with; another set gets a row of its own.
const frozen: Readonly<Record<string, string>> = {
  '2026-11': '9b5c1d67b43b8220',
}

test.each(requirementSets)('the set $name is what it was when it was frozen, and every check of it still exists', (set) => {
  const hash = createHash('sha256').update(set.checks.join('\n')).digest('hex').slice(0, 16)
  expect(hash).toBe(frozen[set.name])
  const ids = new Set(checks.map((check) => check.id))
  expect(set.checks.filter((id) => !ids.has(id))).toEqual([])
})

test('the newest set has every check', () => {
  const newest = new Set(requirementSets.at(-1)?.checks)
  expect(checks.filter((check) => !newest.has(check.id)).map((check) => check.id)).toEqual([])
})
