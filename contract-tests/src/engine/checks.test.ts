import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { checks, requirementSets } from './checks.ts'

// The newest set is open until it is published; then it gets the hash that it is frozen with.
const frozen = { '2026-11': '9b5c1d67b43b8220' } as const

test.each(Object.entries(frozen))('the set %s is what it was when it was frozen', (name, wanted) => {
  const set = requirementSets.find((candidate) => candidate.name === name)
  // In this one all that is tested of a requirement was one check.
  const names = new Set(set?.checks.map((id) => id.split('.', 1)[0]))
  expect(
    createHash('sha256')
      .update([...names].join('\n'))
      .digest('hex')
      .slice(0, 16),
  ).toBe(wanted)
})

test('every set but the newest is frozen, and the newest has every check', () => {
  expect(requirementSets.slice(0, -1).map(({ name }) => name)).toEqual(Object.keys(frozen))
  expect(requirementSets.at(-1)?.checks).toEqual(checks.map(({ id }) => id))
})
