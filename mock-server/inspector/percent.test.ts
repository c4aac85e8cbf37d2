import { expect, test } from 'vitest'
import { flowIdOf } from './entry-words.ts'
import { showRaw } from './parts/show-raw.ts'
import { decodePercent, encodePercent } from './percent.ts'
import { linkTo } from './route.ts'

test.each([
  ['100%', '100%'],
  ['%zz', '%zz'],
  ['%ff', '%ff'],
  ['%E0%A4', '%E0%A4'],
  ['a%20b', 'a b'],
  ['%ED%A0%80', '%ED%A0%80'],
])('a part of an address %s is shown as %s', (given, visible) => {
  expect(decodePercent(given)).toBe(visible)
})

test('a lone surrogate does not break a link', () => {
  expect(encodePercent('a\uD800b')).toBe('a%EF%BF%BDb')
  expect(encodePercent('\u{1F600}')).toBe(encodeURIComponent('\u{1F600}'))
  expect(linkTo({ view: 'runs', id: '\uDC00', world: '\uD800', text: '' })).toBe('#/runs/%EF%BF%BD?world=%EF%BF%BD')
})

test('the workflow of a badly encoded path is shown as received', () => {
  const entry = { request: { path: '/api/v2/external/flows/100%/published-run' } }
  expect(flowIdOf(entry)).toBe('100%')
})

test.each([
  ['a text', 'a text'],
  [undefined, 'undefined'],
  [{ a: 1 }, '{"a":1}'],
])('the raw text of %j is %s', (value, text) => {
  expect(showRaw(value)).toBe(text)
})

test('the raw text of a deeply nested or circular value has its other parts', () => {
  const deep = JSON.parse(`{"number":1,"body":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
  expect(showRaw(deep)).toBe('number: 1\nbody: …')
  const circular: Record<string, unknown> = { name: 'x' }
  circular['self'] = circular
  expect(showRaw(circular)).toBe('name: x\nself: …')
})
