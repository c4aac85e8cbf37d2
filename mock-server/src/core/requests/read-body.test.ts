import { expect, test } from 'vitest'
import { findBodyProblem, readBody } from './read-body.ts'

function problemOf(body: string, more: Readonly<Record<string, string>> = {}): string | undefined {
  const headers = new Map(Object.entries({ 'content-type': 'application/json', ...more }))
  return findBodyProblem('runPublishedWorkflow', { body, header: (name) => headers.get(name) }, String)
}

function listOf(value: string): string {
  return `{"args":[{"name":"list","value":${value}}]}`
}

test.each([
  ['1e400', 'args[0].value'],
  ['-1E+400', 'args[0].value'],
  ['{"deep":[0,{"odd name":1e309}]}', 'args[0].value.deep[1]["odd name"]'],
  [`[1${'0'.repeat(300)}e99]`, 'args[0].value[0]'],
])('refuses a number that JavaScript cannot hold, at any depth: %s', (value, path) => {
  expect(problemOf(listOf(value))).toBe(`${path}: expected a number up to 1.8e308, found a larger one`)
})

test.each(['{"list":[1e308,"1e400"]}', '"1e400"', `"${'1'.repeat(400)}"`, '1e-400'])(
  'accepts %s, which JavaScript can hold',
  (value) => {
    expect(problemOf(listOf(value))).toBeUndefined()
  },
)

test('accepts a body with 500 levels of any width, and refuses more levels', () => {
  for (const value of ['['.repeat(497) + ']'.repeat(497), `[${'[],'.repeat(2000)}[]]`, `"${'['.repeat(2000)}"`])
    expect(problemOf(listOf(value))).toBeUndefined()
  expect(problemOf(listOf('['.repeat(498) + ']'.repeat(498)))).toBe('body: expected at most 500 levels, found more')
})

test('refuses a body that is not JSON with the message of the engine, without its excerpt', () => {
  expect(problemOf('{"key": wfk_echo}')).toBe("body: expected JSON, found none: Unexpected token 'w'")
})

test('refuses a compressed body with the name of its header', () => {
  expect(problemOf('\u001f\ufffd', { 'content-encoding': 'gzip' })).toBe('header Content-Encoding: expected none, found gzip')
})

test.each([
  ['gzip', 'header Content-Encoding: expected none, found gzip'],
  ['br', 'header Content-Encoding: expected none, found br'],
  ['gzip, identity', 'header Content-Encoding: expected none, found gzip, identity'],
  ['identity', 'body: expected JSON, found a body that cannot be read'],
  ['Identity ', 'body: expected JSON, found a body that cannot be read'],
  ['', 'body: expected JSON, found a body that cannot be read'],
  [undefined, 'body: expected JSON, found a body that cannot be read'],
])('names the header Content-Encoding for a body that cannot be read: %s', (encoding, message) => {
  const headers = new Map([['content-type', 'application/json']])
  if (encoding !== undefined) headers.set('content-encoding', encoding)
  const request = { body: undefined, isBodyInvalidUtf8: true, header: (name: string) => headers.get(name) }
  expect(() => readBody(request, 'runPublishedWorkflow', String)).toThrow(
    expect.objectContaining({ response: { status: 400, body: { message } } }),
  )
})
