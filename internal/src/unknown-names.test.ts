import { expect, test } from 'vitest'
import { findUnknownNames } from './unknown-names.ts'

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
