import { profileOptions } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { count } from './count.ts'
import { profileCombinations, profiles, profileValues } from './profiles.ts'

test('the profiles have every value of every option, alone and beside every value of every other option', () => {
  const options = Object.entries(profileOptions)
  expect(new Set(profileValues.map(({ subject }) => subject))).toEqual(new Set(Object.keys(profileOptions)))
  expect(profileValues).toHaveLength(options.map(([, { choices }]) => choices.length).reduce((sum, length) => sum + length))
  const together = profileCombinations.flatMap((row) => row.flatMap((a) => row.map((b) => `${written(a)}|${written(b)}`)))
  const met = new Set(together)
  const apart = profileValues.flatMap((a) =>
    profileValues.filter((b) => a.subject !== b.subject && !met.has(`${written(a)}|${written(b)}`)),
  )
  expect(apart).toEqual([])
  for (const row of profileCombinations) expect(row).toHaveLength(options.length)
  expect(profiles).toHaveLength(profileValues.length + profileCombinations.length)
  count({ profiles: { options: options.length, values: profileValues.length, combinations: profileCombinations.length } })
})

function written({ subject, value }: (typeof profileValues)[number]): string {
  return `${subject}=${JSON.stringify(value) ?? 'none'}`
}
