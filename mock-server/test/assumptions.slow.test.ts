import { defaultProfile, listAssumptions, profileOptions } from '@wfhost/mock-server'
import { document, requirements } from '@wfhost/openapi'
import { expect, test } from 'vitest'
import { count } from '../../scripts/count.ts'
import { tellStory } from './profile/tell-story.ts'

const options = new Map(Object.entries(profileOptions).map(([name, { choices }]) => [name, choices as readonly unknown[]]))
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

test('of each option there is more than one choice, but of the events that nobody knows', () => {
  expect([...options].filter(([, choices]) => choices.length === 1).map(([name]) => name)).toEqual(['events'])
})

// Most options begin with the same story: that of the default profile.
const told = new Map<string, Promise<string>>()

function tellOnce(profile: object, repeated: number): Promise<string> {
  const about = JSON.stringify([profile, repeated])
  const story = told.get(about) ?? tellStory(profile, repeated).then((answers) => answers.join('\n'))
  told.set(about, story)
  return story
}

test('the same profile is answered in the same way', async () => {
  expect((await tellStory({}, 0)).join('\n')).toBe(await tellOnce({}, 0))
})

// That each adapter passes on what the service answers, the corpus tests.
test.each([...options.keys()])('each choice of %s is answered in its own way', async (name) => {
  // The status of a time limit shows only where there is one, and a rate limit to who goes over it.
  const around = name === 'syncTimeoutStatus' ? { syncTimeoutMs: 30_000 } : {}
  const repeated = name === 'rateLimit' ? 600 : 0
  const [, ...others] = options.get(name) ?? []
  const stories = [await tellOnce(around, repeated)]
  for (const value of others) stories.push(await tellOnce({ ...around, [name]: value }, repeated))
  expect(new Set(stories).size).toBe(others.length + 1)
  count({ assumptions: { 'choices told': stories.length } })
})
