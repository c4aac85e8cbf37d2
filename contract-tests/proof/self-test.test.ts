import { expect, test } from 'vitest'
import { addOutcomes, cutIntoParts, runPart, type SelfTest, type SelfTestCase, type SelfTestOutcome } from './self-test.ts'

const good = selfTest(async () => ({ shows: 'killed', problems: [] }))

test.each([
  ['a case that went wrong', selfTest(async () => ({ shows: 'survived', problems: ['it survived'] })), 'one: it survived'],
  ['a case that throws', selfTest(() => Promise.reject(new Error('broken'))), expect.stringContaining('broken')],
  ['a self-test without a case', { ...good, listCases: () => [] }, 'there was no case'],
  [
    'a self-test whose cases cannot be listed',
    { ...good, listCases: () => Promise.reject(new Error('none')) },
    expect.stringContaining('none'),
  ],
] as const)('%s fails', async (_, bad, failure) => {
  expect((await run(bad)).failures).toEqual([failure])
})

test('runs each case once in parallel parts, and counts the cases by their label', async () => {
  const seen: number[] = []
  const listCases = () =>
    Array.from({ length: 7 }, (_, index) => ({
      name: String(index),
      run: async () => ({ shows: seen.push(index) % 2 === 0 ? 'even' : 'odd', problems: [] }),
    }))
  const cut = { ...good, concurrency: 3, parts: 2, listCases }
  expect(await run(cut)).toMatchObject({ cases: 7, counts: { odd: 4, even: 3 }, failures: [] })
  expect(seen.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6])
})

async function run(one: SelfTest): Promise<SelfTestOutcome> {
  return addOutcomes(await Promise.all(cutIntoParts([one]).map((part) => runPart([one], part))))
}

function selfTest(run: SelfTestCase['run']): SelfTest {
  return { id: 'one', statement: 'one', listCases: () => [{ name: 'one', run }] }
}
