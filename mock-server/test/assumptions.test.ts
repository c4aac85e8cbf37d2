import { defaultProfile, listAssumptions, profileOptions } from '@wfhost/mock-server'
import { document, requirements } from '@wfhost/openapi'
import { describe, expect, test } from 'vitest'
import { count } from '../../scripts/counts/count.ts'
import { tellStory } from './profile/tell-story.ts'

const options = new Map(Object.entries(profileOptions).map(([name, { choices }]) => [name, choices as readonly unknown[]]))
const values = [...options].flatMap(([name, choices]) =>
  choices.map((value) => ({ name, value, isDefault: value === choices[0] })),
)

function unspecified(element: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof element !== 'object' || element === null) return found
  for (const [name, member] of Object.entries(element)) {
    if (name === 'x-unspecified') for (const { requirement } of member as { requirement: string }[]) found.add(requirement)
    else unspecified(member, found)
  }
  return found
}

test('every open question of the register and of the document has its options, and nothing else has', () => {
  const open = requirements.filter(({ evidence }) => evidence === 'N').map(({ id }) => id)
  const assumptions = listAssumptions()
  expect(assumptions.map(({ requirement }) => requirement)).toEqual(open)
  expect([...unspecified(document)].toSorted()).toEqual([...open].toSorted())
  for (const { options: own, requirement } of assumptions) expect(own, requirement).not.toHaveLength(0)
  expect(new Set(Object.values(profileOptions).map(({ requirement }) => requirement))).toEqual(new Set(open))
  count({
    assumptions: { 'open questions': open.length, 'marked in the document': unspecified(document).size, options: options.size },
  })
})

test('the default of each option is its first choice', () => {
  expect(defaultProfile).toEqual(Object.fromEntries([...options].map(([name, choices]) => [name, choices[0]])))
})

test('a profile shows in what is listed', () => {
  const chosen = listAssumptions({ defaultMode: 'async', syncTimeoutMs: 5 }).flatMap(({ options: own }) => own)
  expect(chosen).toContainEqual({ name: 'defaultMode', value: 'async', choices: ['sync', 'async'] })
  expect(chosen).toContainEqual({ name: 'syncTimeoutMs', value: 5, choices: ['none', 30_000] })
})

describe('every value but the default shows in an answer', () => {
  test.each(values.filter(({ isDefault }) => !isDefault))('$name $value', async ({ name, value }) => {
    // The status of a time limit shows only where there is one.
    const around = name === 'syncTimeoutStatus' ? { syncTimeoutMs: 30_000 } : {}
    expect(await tellStory({ ...around, [name]: value })).not.toEqual(await tellStory(around))
  })
})
