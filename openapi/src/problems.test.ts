import { expect, test } from 'vitest'
import { describePath, describeSchema } from './problems.ts'

test.each<[string, { readonly pointer: string; readonly value: unknown }]>([
  ['body', { pointer: '', value: {} }],
  ['args', { pointer: '/args', value: {} }],
  ['args[2].value', { pointer: '/args/2/value', value: { args: [1, 2, {}] } }],
  ['[0]', { pointer: '/0', value: [1] }],
  ['["0"]', { pointer: '/0', value: { '0': 1 } }],
  ['steps["2"].error', { pointer: '/steps/2/error', value: { steps: { '2': {} } } }],
  ['steps.step-1', { pointer: '/steps/step-1', value: {} }],
  ['steps["step 1"]', { pointer: '/steps/step 1', value: {} }],
  ['steps[""]', { pointer: '/steps/', value: {} }],
  ['["a/b"]["c~d"]', { pointer: '/a~1b/c~0d', value: {} }],
  ['constructor["0"]', { pointer: '/constructor/0', value: {} }],
])('writes %s', (path, { pointer, value }) => {
  expect(describePath(pointer, { whole: 'body', value })).toBe(path)
})

test.each<[string, unknown]>([
  ['a string', { type: 'string' }],
  ['an object', { type: 'object' }],
  ['an array', { type: 'array' }],
  ['an integer', { type: 'integer' }],
  ['null', { type: 'null' }],
  ['one of string, number', { type: ['string', 'number'] }],
  ['one of sync, async', { type: 'string', enum: ['sync', 'async'] }],
  ['"success"', { type: 'string', enum: ['success'] }],
  ['seconds', { title: 'seconds', type: 'string' }],
  ['any JSON', {}],
  ['any JSON', undefined],
])('says %s', (description, schema) => {
  expect(describeSchema(schema)).toBe(description)
})
