import { describe, expect, test } from 'vitest'
import { didYouMean, findUnknownNames, formatPath, isOpposite, nearestName } from './messages.ts'

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

describe('findUnknownNames()', () => {
  const table: Readonly<Record<string, true>> = { timeout: true }
  const isKnown = (name: string) => Object.hasOwn(table, name)

  test('finds the names that a table does not have', () => {
    expect(findUnknownNames({ timeout: 1, timeOut: 1, signal: null }, isKnown)).toEqual(['timeOut', 'signal'])
  })

  test('finds names that every object inherits', () => {
    expect(findUnknownNames({ constructor: 1, toString: 1 }, isKnown)).toEqual(['constructor', 'toString'])
  })

  test('ignores members that are undefined, because JSON has no such members', () => {
    expect(findUnknownNames({ timeOut: undefined }, isKnown)).toEqual([])
  })
})
