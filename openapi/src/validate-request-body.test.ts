import { expect, test } from 'vitest'
import type { OperationId } from '../generated/operations.ts'
import { validateRequestBody } from './validators.ts'

const valid = { name: 'subject', value: 'Hello' }
const long = 'a'.repeat(100)

test.each<[string, unknown]>([
  ['body: expected an object, found nothing', undefined],
  ['body: expected an object, found null', null],
  ['body: expected an object, found array', []],
  ['body: expected an object, found string', '{"args":[]}'],
  ['body: expected an object, found number', 7],
  ['args: expected an array, found nothing', {}],
  ['args: expected an array, found null', { args: null }],
  ['args: expected an array, found object', { args: { subject: 'Hello' } }],
  ['args: expected an array, found string', { args: 'subject' }],
  ['args[0]: expected an object, found null', { args: [null] }],
  ['args[1]: expected an object, found array', { args: [valid, ['subject', 'Hello']] }],
  ['args[0].name: expected a string, found nothing', { args: [{ value: 'Hello' }] }],
  ['args[0].name: expected a string, found nothing', { args: [{}] }],
  ['args[0].name: expected a string, found number', { args: [{ name: 7, value: 'Hello' }] }],
  ['args[0].value: expected one of string, number, boolean, object, array, found nothing', { args: [{ name: 'subject' }] }],
  [
    'args[2].value: expected one of string, number, boolean, object, array, found null',
    { args: [valid, valid, { name: 'x', value: null }] },
  ],
  [
    'args[0].value: expected one of string, number, boolean, object, array, found NaN',
    { args: [{ name: 'x', value: Number.NaN }] },
  ],
  ['args[0].value: expected one of string, number, boolean, object, array, found bigint', { args: [{ name: 'x', value: 1n }] }],
  ['mode: expected one of sync, async, found "later"', { args: [], mode: 'later' }],
  ['mode: expected one of sync, async, found ""', { args: [], mode: '' }],
  ['mode: expected one of sync, async, found "Sync"', { args: [], mode: 'Sync' }],
  ['mode: expected one of sync, async, found null', { args: [], mode: null }],
  ['mode: expected one of sync, async, found boolean', { args: [], mode: true }],
  [`mode: expected one of sync, async, found "${long.slice(0, 40)}…"`, { args: [], mode: long }],
  ['args: expected an array, found nothing', { mode: 'later' }],
  ['args: expected an array, found nothing', JSON.parse('{"__proto__": {"args": []}}')],
])('says %s', (message, body) => {
  expect(validateRequestBody('runPublishedWorkflow', body)).toMatchObject([{ message }])
})

test.each<[string, unknown]>([
  ['toolset: expected a string, found nothing', { tool: 'send' }],
  ['toolset: expected a string that is not empty, found ""', { toolset: '', tool: 'send' }],
  ['tool: expected a string, found array', { toolset: 'mail', tool: ['send'] }],
  ['arguments: expected an object, found array', { toolset: 'mail', tool: 'send', arguments: [] }],
  ['arguments: expected an object, found null', { toolset: 'mail', tool: 'send', arguments: null }],
])('says of an execution: %s', (message, body) => {
  expect(validateRequestBody('executeTool', body)).toMatchObject([{ message }])
})

test.each<[string, unknown]>([
  ['no arguments', { args: [] }],
  ['a member that is not documented', { args: [], extra: null }],
  [
    'null inside of nested data',
    {
      args: [
        { name: 'x', value: { a: null } },
        { name: 'y', value: [null] },
      ],
    },
  ],
  ['an empty name and an empty value', { args: [{ name: '', value: '' }] }],
  [
    'names that every object has',
    JSON.parse('{"args": [{"name": "__proto__", "value": {"__proto__": null, "constructor": 1}}]}'),
  ],
  ['an object without a prototype', Object.assign(Object.create(null), { args: [] })],
])('accepts %s', (_, body) => {
  expect(validateRequestBody('runPublishedWorkflow', body)).toEqual([])
})

test('says where, what was expected, and what was found', () => {
  expect(validateRequestBody('runPublishedWorkflow', { args: [], mode: 'later' })).toEqual([
    {
      place: 'mode',
      expected: 'one of sync, async',
      found: '"later"',
      message: 'mode: expected one of sync, async, found "later"',
    },
  ])
})

test('makes nothing anew for a valid body', () => {
  const [first, second] = [{ args: [] }, { args: [valid] }].map((body) => validateRequestBody('runPublishedWorkflow', body))
  expect(first).toBe(second)
})

test('accepts anything as the body of an operation that has none', () => {
  expect(validateRequestBody('getPublicManifest', undefined)).toEqual([])
})

test('refuses an operation that the document does not have', () => {
  const inherited = 'constructor' as OperationId
  expect(() => validateRequestBody(inherited, {})).toThrow('Cannot validate a body: the document has no operation constructor')
})
