import { expect, test } from 'vitest'
import { readExpression } from './read-expression.ts'

const around = { now: () => 0, random: () => 0 }

test.each([
  ['args.name.toUpperCase', 'expected a result in JSON, found a function; call it with ()'],
  ['(text) => text', 'expected a result in JSON, found a function; call it with ()'],
  ['args.amount * 2', 'expected a result in JSON, found NaN'],
  ['1 / 0', 'expected a result in JSON, found Infinity'],
  ['({ total: args.amount * 2 })', 'expected a result in JSON, found NaN at total'],
  ['[1, [Infinity]]', 'expected a result in JSON, found Infinity at 0'],
  ['({ call: () => 1 })', 'expected a result in JSON, found a function; call it with () at call'],
  ['10n', 'expected a result in JSON, found a bigint; convert it with Number()'],
  ['Symbol("x")', 'expected a result in JSON, found a symbol'],
  ['Promise.resolve(1)', 'expected a result in JSON, found an object of the class Promise'],
  ['/x/', 'expected a result in JSON, found an object of the class RegExp'],
  ['new Map([["a", 1]])', 'expected a result in JSON, found an object of the class Map'],
  ['new Error("refused")', 'expected a result in JSON, found an object of the class Error'],
])('fails for a result that JSON does not have: %s', async (source, message) => {
  const evaluation = readExpression(source)({ args: { name: 'Ada' } }, around)
  await expect(evaluation).rejects.toMatchObject({ name: 'TypeError', message })
})

test.each([
  ['args.missing', null],
  ['[undefined, 1]', [null, 1]],
  ['({ a: undefined, b: 1 })', { b: 1 }],
  ['-1.5', -1.5],
  ['new Date(0)', '1970-01-01T00:00:00.000Z'],
  ['new (class { constructor() { this.a = 1 } })()', { a: 1 }],
  ['Object("text")', 'text'],
])('gives the JSON of every other result: %s', async (source, result) => {
  expect(await readExpression(source)({ args: {} }, around)).toEqual(result)
})
