import { expect, test } from 'vitest'
import { nestsTooDeep } from './read-body.ts'

test.each([
  ['as deep as it may', '['.repeat(500) + ']'.repeat(500), false],
  ['one level deeper', '['.repeat(501) + ']'.repeat(501), true],
  ['wide and not deep', `[${'[],'.repeat(2000)}[]]`, false],
  ['brackets in a string', `["${'['.repeat(2000)}"]`, false],
  ['a string that ends in a backslash', `["\\\\",${'['.repeat(2000)}`, true],
  ['a quote that is escaped', `["\\"${'['.repeat(2000)}"]`, false],
])('%s', (...[, text, tooDeep]) => {
  expect(nestsTooDeep(text)).toBe(tooDeep)
})
