import { expect, test } from 'vitest'
import { countCharacters } from './compile-validators.ts'

test.each([
  ['', 0],
  ['abc', 3],
  ['\u{1f600}', 1],
  ['\ud83d', 1],
])('counts the characters of %j', (text, count) => {
  expect(countCharacters(text)).toBe(count)
})
