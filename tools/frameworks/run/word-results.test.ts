import { expect, test } from 'vitest'
import { countCases, type Row, wordCases, wordTable } from './word-results.ts'

const ran: Row = { name: 'jest', versions: ['jest 30', 'msw 3'], results: [{ name: 'one' }, { name: 'two', error: 'why' }] }
const missing: Row = { name: 'next', missing: 'npm cannot install it: no network' }
const failed: Row = { name: 'vitest', failure: 'no browser' }

test('what could not be run at all counts as failed, and what npm cannot install is named', () => {
  expect(countCases([ran, missing, failed])).toEqual({ passed: 1, failed: 2 })
  expect([ran, missing, failed].map(wordCases)).toEqual([
    'passed  jest: one\nFAILED  jest: two: why',
    'not here  next: npm cannot install it: no network',
    'FAILED  vitest: no browser',
  ])
})

test('the table has a line for each recipe', () => {
  expect(wordTable([ran, missing, failed]).split('\n').slice(2)).toEqual([
    '| jest | jest 30, msw 3 | 1 of 2 |',
    '| next | – | not here |',
    '| vitest | – | failed |',
  ])
})
