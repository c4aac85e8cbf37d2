import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

const texts: readonly (readonly [text: string, value: unknown])[] = [
  ['{"id":1723456789012345678}', { id: '1723456789012345678' }],
  ['[-1723456789012345678, 9007199254740991, 12]', ['-1723456789012345678', 9007199254740991, 12]],
  ['0.12500000000000000000', 0.125],
  ['{"a":"1723456789012345678","b":"\\"1723456789012345678, "}', { a: '1723456789012345678', b: '"1723456789012345678, ' }],
  ['{"1723456789012345678":true}', { '1723456789012345678': true }],
  ['1723456789012345678 and more', undefined],
  ['{1723456789012345678:1}', undefined],
  ['', undefined],
]

test.each(texts)('%s is read equally with and without the digits from Node', (...[text, value]) => {
  expect(parseJson(text, true)).toEqual(value)
  expect(parseJson(text, false)).toEqual(value)
})

test('the length of an integer with an exponent includes the exponent', () => {
  expect(parseJson('1e3', true)).toBe(1000)
  expect(parseJson('1e3', false)).toBe(1000)
})
