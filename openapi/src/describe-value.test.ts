import { expect, test } from 'vitest'
import { describeType, describeValue } from './describe-value.ts'

test.each<[unknown, readonly [type: string, shown: string]]>([
  [undefined, ['nothing', 'nothing']],
  [null, ['null', 'null']],
  [[], ['array', '[]']],
  [[1], ['array', 'array']],
  [{}, ['object', '{}']],
  [{ a: 1 }, ['object', 'object']],
  ['text', ['string', '"text"']],
  ['"', ['string', '"\\""']],
  ['a'.repeat(41), ['string', `"${'a'.repeat(40)}…"`]],
  [1.5, ['number', '1.5']],
  [Number.POSITIVE_INFINITY, ['Infinity', 'Infinity']],
  [false, ['boolean', 'false']],
  [Symbol('x'), ['symbol', 'symbol']],
])('describes %o by type and by value', (value, description) => {
  expect([describeType(value), describeValue(value)]).toEqual(description)
})
