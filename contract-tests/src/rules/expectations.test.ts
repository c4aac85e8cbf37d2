import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sendWithFetch } from '../target/exchange.ts'
import { expectObjectBody, firstDifference } from './expectations.ts'

const cases: readonly (readonly [what: string, sent: unknown, found: unknown, difference: unknown])[] = [
  ['equal values', { a: [1, null, { b: '' }] }, { a: [1, null, { b: '' }] }, undefined],
  ['members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, undefined],
  ['a value inside', { a: ['x', { 'b/c~d': 1 }] }, { a: ['x', { 'b/c~d': 2 }] }, { pointer: '/a/1/b~1c~0d', sent: 1, found: 2 }],
  ['a member that is gone', { a: null }, {}, { pointer: '/a', sent: null, found: undefined }],
  ['an item more', [1], [1, 2], { pointer: '/1', sent: undefined, found: 2 }],
  ['a list for an object', {}, [], { pointer: '', sent: {}, found: [] }],
  ['null for an object', {}, null, { pointer: '', sent: {}, found: null }],
]

test.each(cases)('finds the first difference of %s', (_, ...[sent, found, difference]) => {
  expect(firstDifference(sent, found)).toEqual(difference)
})

test.each([
  ['a notice before its JSON', 'Notice: no mode in run.php on line 4 {"a":1}', ', found "Notice: no…" before it'],
  ['a comment behind its JSON', '{"a":{}}\n<!-- 12 ms -->', ', found "<!-- 12 ms…" after it'],
  ['JSON that was written twice', '"{\\"a\\":1}"', ', found a JSON string that contains JSON'],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le'), ', found text that may be UTF-16; RFC 8259, section 8.1 requires UTF-8'],
  ['gzip that is not announced', gzipSync('{"a":1}'), ', found what may be gzip, without Content-Encoding: gzip'],
  ['no JSON', '<h1>{Bad Gateway}</h1>', ''],
  ['a list', '[1]', ''],
])('rejects a body with %s, and describes the body', async (_, body, found) => {
  const request = { operationId: 'getPublicManifest', method: 'GET', url: 'http://registry.test', headers: {} } as const
  const exchange = await sendWithFetch(async () => new Response(body), { request, timeoutMs: 1000 })
  expect(() => expectObjectBody(exchange)).toThrow(`expected a JSON object as the body${found}`)
})
