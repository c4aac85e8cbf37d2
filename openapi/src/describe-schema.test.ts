import { expect, test } from 'vitest'
import { describeSchema } from './describe-schema.ts'

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
