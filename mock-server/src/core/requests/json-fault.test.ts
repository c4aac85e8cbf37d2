import { expect, test } from 'vitest'
import { describeJsonFault } from './read-body.ts'

test.each([
  ['', 'found nothing'],
  [' \n', 'found nothing'],
  ['{', 'found text that ends early'],
  ['[1,', 'found text that ends early'],
  ['{"a', 'found text that ends early'],
  ['{"a":', 'found text that ends early'],
  ['["\\', 'found text that ends early'],
  ['{bad', 'found "b" at position 1'],
  ['[1,]', 'found "]" at position 3'],
  ['{"a":1,}', 'found "}" at position 7'],
  ['[1}', 'found "}" at position 2'],
  ['1 2', 'found "2" at position 2'],
  ['{"a" 1}', 'found "1" at position 5'],
  ['[01]', 'found "0" at position 1'],
  ['[NaN]', 'found "N" at position 1'],
  ["['a']", 'found "\'" at position 1'],
  ['["\\x"]', 'found "\\"" at position 1'],
  ['["a\nb"]', 'found "\\"" at position 1'],
  ['[1 \u{1f600}]', 'found "\u{1f600}" at position 3'],
])('a fault of %j is described as %j', (text, described) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(describeJsonFault(text)).toBe(described)
})

test('a long string that is broken off takes no time to describe', () => {
  expect(describeJsonFault(`["${'a'.repeat(5_000_000)}`)).toBe('found text that ends early')
})
