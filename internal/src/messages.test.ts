import { expect, test } from 'vitest'
import { didYouMean, formatPath, isOpposite, nearestName } from './messages.ts'

test.each([
  [[], ''],
  [['args', 2, 'value'], 'args[2].value'],
  [[0, 'a-b', 'odd name', '0'], '[0].a-b["odd name"]["0"]'],
  [['tags', { key: 1 }, { key: 'name' }], 'tags[1].name'],
])('the path %j is written %s', (path, text) => {
  expect(formatPath(path)).toBe(text)
})

test('suggests a similar name, and never the given name', () => {
  expect(didYouMean('invoice', ['invoices', 'mail'])).toBe('; did you mean "invoices"?')
  expect(didYouMean('Invoices', ['invoices'])).toBe('; did you mean "invoices"?')
  expect(didYouMean('invoices', ['invoices', 'invoice'])).toBe('')
  expect(didYouMean('nothing', ['invoices'])).toBe('')
})

test.each([
  ['publish', 'unpublish', true],
  ['unpublish', 'publish', true],
  ['un-publish', 'publish', true],
  ['Deactivate', 'activate', true],
  ['connect', 'disconnect', true],
  ['pubish', 'publish', false],
  ['under', 'der', true],
  ['publish', 'publish', false],
])('%s and %s are opposites: %s', (one, other, opposite) => {
  expect(isOpposite(one, other)).toBe(opposite)
})

test('never suggests the opposite of a name', () => {
  expect(nearestName('unarchive', ['archive', 'publish'])).toBeUndefined()
  expect(nearestName('archiv', ['archive', 'publish'])).toBe('archive')
  expect(nearestName('paid', ['unpaid', 'pai'])).toBe('pai')
})
