import { expect, test } from 'vitest'
import { type ArgumentField, collectArguments, readArguments, readField, readRunBody, toTexts } from './run-arguments.ts'

const fields: readonly ArgumentField[] = [
  { name: 'subject', type: 'string', required: true },
  { name: 'priority', type: 'number' },
  { name: 'urgent', type: 'boolean' },
  { name: 'customer', type: 'object' },
  { name: 'tags', type: 'array' },
]

test('collects the arguments of a form, without empty fields', () => {
  const texts = { subject: '17', priority: '2', urgent: 'true', customer: '{"id":1}', tags: '' }
  expect(collectArguments(fields, texts)).toEqual({ subject: '17', priority: 2, urgent: true, customer: { id: 1 } })
})

test.each([
  ['priority', 'two'],
  ['urgent', 'yes'],
  ['customer', '[1]'],
  ['tags', '{}'],
])('sends a wrong value of %s as text, and says that the server refuses it', (name, text) => {
  const field = fields.find((each) => each.name === name) ?? { name, type: 'string' }
  expect(readField(field, text)).toMatchObject({ kind: 'sent', value: text, problem: expect.stringContaining('400') })
})

test('an empty field that is required has a problem, and other empty fields have none', () => {
  const [subject, priority] = fields
  expect(subject && readField(subject, '')).toMatchObject({ kind: 'notSent', problem: expect.stringContaining('required') })
  expect(priority && readField(priority, '')).toEqual({ kind: 'notSent' })
})

test('writes arguments into a form and reads the same arguments back', () => {
  const args = { subject: 'My "invoice"', priority: 2, urgent: false, customer: { id: null }, tags: ['a', 1] }
  expect(collectArguments(fields, toTexts(fields, args))).toEqual(args)
})

test('reads arguments as JSON, and refuses values other than objects', () => {
  expect(readArguments(' ')).toEqual({ kind: 'read', args: {} })
  expect(readArguments('{"a":[1]}')).toEqual({ kind: 'read', args: { a: [1] } })
  expect(readArguments('[1]')).toMatchObject({ kind: 'invalid', problem: expect.stringContaining('as an object') })
  expect(readArguments('{')).toMatchObject({ kind: 'invalid', problem: expect.stringContaining('not JSON') })
})

test('reads the arguments and the mode of a sent run, and ignores other bodies', () => {
  expect(readRunBody('{"args":[{"name":"a","value":null}],"mode":"async"}')).toEqual({ args: { a: null }, mode: 'async' })
  expect(readRunBody('{"args":[7,{"name":"b"}]}')).toEqual({ args: {}, mode: 'sync' })
  expect(readRunBody('{"tool":"a"}')).toBeUndefined()
  expect(readRunBody(undefined)).toBeUndefined()
})
