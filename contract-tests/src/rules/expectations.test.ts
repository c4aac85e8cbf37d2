import { expect, test } from 'vitest'
import { firstDifference } from './expectations.ts'

const cases: readonly (readonly [what: string, sent: unknown, found: unknown, difference: unknown])[] = [
  ['equal values', { a: [1, null, { b: '' }] }, { a: [1, null, { b: '' }] }, undefined],
  ['members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, undefined],
  ['a value inside', { a: ['x', { 'b/c~d': 1 }] }, { a: ['x', { 'b/c~d': 2 }] }, { pointer: '/a/1/b~1c~0d', sent: 1, found: 2 }],
  ['a member that is gone', { a: null }, {}, { pointer: '/a', sent: null, found: undefined }],
  ['an item more', [1], [1, 2], { pointer: '/1', sent: undefined, found: 2 }],
  ['a list for an object', {}, [], { pointer: '', sent: {}, found: [] }],
  ['null for an object', {}, null, { pointer: '', sent: {}, found: null }],
]

test.each(cases)('the first difference of %s is found', (_, ...[sent, found, difference]) => {
  expect(firstDifference(sent, found)).toEqual(difference)
})
