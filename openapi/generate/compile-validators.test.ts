import { expect, test } from 'vitest'
import { compileValidators, countCharacters } from './compile-validators.ts'

test('refuses an unknown keyword, such as a misspelt one', () => {
  expect(() => compileValidators(new Map([['name', { type: 'string', minLenght: 1 }]]))).toThrow('unknown keyword: "minLenght"')
})

test('refuses a pattern that is not a regular expression', () => {
  expect(() => compileValidators(new Map([['name', { type: 'string', pattern: '(' }]]))).toThrow('Invalid regular expression')
})

test('refuses code that would load a module of Ajv at run time', () => {
  const schema = { type: 'array', items: {}, uniqueItems: true }
  expect(() => compileValidators(new Map([['list', schema]]))).toThrow('Ajv requires require("ajv/dist/runtime/equal")')
})

test.each([
  ['', 0],
  ['abc', 3],
  ['\u{1f600}', 1],
  ['\ud83d', 1],
])('counts the characters of %j', (text, count) => {
  expect(countCharacters(text)).toBe(count)
})
