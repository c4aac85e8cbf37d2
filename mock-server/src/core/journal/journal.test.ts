import { expect, test } from 'vitest'
import { encodedLength, utf8Length } from './journal.ts'

test.each([
  ['', 0],
  ['plain', 5],
  ['\u007f\u0080', 3],
  ['Rückfrage', 10],
  ['漢字', 6],
  ['a😀é漢', 10],
  ['half of a pair \ud83d', 18],
] as const)('%j has %i bytes, in Node and in a browser', (text, bytes) => {
  expect([utf8Length(text), encodedLength(text)]).toEqual([bytes, bytes])
})
