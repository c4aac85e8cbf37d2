import { expect, test } from 'vitest'
import { copyJson, NotJsonError } from './json.ts'

test('a copy equals the value after JSON.stringify, and shares no objects with it', () => {
  const value = {
    a: [1, 'x', null, undefined, { deep: true }],
    left: undefined,
    at: new Date(0),
    own: new (class {
      field = 1
    })(),
  }
  const copy = copyJson(value, 'result')
  expect(copy).toEqual(JSON.parse(JSON.stringify(value)))
  value.a.push(2)
  expect(copy).toHaveProperty('a.length', 5)
})

test('a member named __proto__ is data', () => {
  const copy = copyJson(JSON.parse('{"__proto__":{"x":1},"constructor":2}'), 'result')
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"x":1},"constructor":2}')
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
})

test.each([
  ['a bigint', { n: [1n] }, 'result.n[0]: expected JSON, found a bigint'],
  ['a function', [() => 1], 'result[0]: expected JSON, found a function'],
  ['a Map', { people: [new Map([['ada', 1]])] }, 'result.people[0]: expected JSON, found Map'],
  ['a Set', new Set([1]), 'result: expected JSON, found Set'],
  ['a promise that nobody awaited', { name: Promise.resolve('Ada') }, 'result.name: expected JSON, found Promise'],
  ['an error', { why: new TypeError('x') }, 'result.why: expected JSON, found Error'],
  ['a date that is none', { at: new Date('soon') }, 'result.at: expected JSON, found an invalid Date'],
  ['NaN', { n: Number.NaN }, 'result.n: expected JSON, found NaN'],
])('%s is refused with its place', (...[, value, message]) => {
  expect(() => copyJson(value, 'result')).toThrow(new NotJsonError(message))
})

test('a value that contains itself is refused', () => {
  const value: Record<string, unknown> = {}
  value['self'] = value
  expect(() => copyJson(value, 'result')).toThrow('result: expected JSON, found more than 1000 levels')
})
