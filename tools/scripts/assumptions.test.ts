import { listAssumptions } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { assumptionCombinations, assumptionSets, assumptionValues } from './assumptions.ts'
import { count } from './count.ts'

test('the combinations contain every value of every option, and every pair of values of two options', () => {
  const options = listAssumptions().flatMap((assumption) => assumption.options)
  expect(new Set(assumptionValues.map(({ subject }) => subject))).toEqual(new Set(options.map(({ name }) => name)))
  expect(assumptionValues).toHaveLength(options.map(({ choices }) => choices.length).reduce((sum, length) => sum + length))
  const together = assumptionCombinations.flatMap((row) => row.flatMap((a) => row.map((b) => `${written(a)}|${written(b)}`)))
  const met = new Set(together)
  const apart = assumptionValues.flatMap((a) =>
    assumptionValues.filter((b) => a.subject !== b.subject && !met.has(`${written(a)}|${written(b)}`)),
  )
  expect(apart).toEqual([])
  for (const row of assumptionCombinations) expect(row).toHaveLength(options.length)
  expect(assumptionSets).toHaveLength(assumptionValues.length + assumptionCombinations.length)
  count({
    'sets of assumptions': {
      options: options.length,
      values: assumptionValues.length,
      combinations: assumptionCombinations.length,
    },
  })
})

function written({ subject, value }: (typeof assumptionValues)[number]): string {
  return `${subject}=${JSON.stringify(value) ?? 'none'}`
}
