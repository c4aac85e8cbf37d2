import { expect, test } from 'vitest'
import { readDuration, toCommandLineName } from './read-duration.ts'

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['1.5s', 1500],
  ['2m', 120_000],
  ['1h', 3_600_000],
  ['250', 250],
  ['-5000', -5000],
  ['soon', 'soon'],
  ['5 s', '5 s'],
  ['5d', '5d'],
])('reads %s as %j', (text, expected) => {
  expect(readDuration(text)).toBe(expected)
})

test('names a duration without its unit', () => {
  expect(['ms', 'timeoutMs', 'credits'].map(toCommandLineName)).toEqual(['duration', 'timeout', 'credits'])
})
