import { expect, test } from 'vitest'
import { Refusal } from './plain-exchange.ts'
import { nestsTooDeep, readBody } from './read-body.ts'

test.each([
  ['as deep as it may', '['.repeat(500) + ']'.repeat(500), false],
  ['one level deeper', '['.repeat(501) + ']'.repeat(501), true],
  ['wide and not deep', `[${'[],'.repeat(2000)}[]]`, false],
  ['brackets in a string', `["${'['.repeat(2000)}"]`, false],
  ['a string that ends in a backslash', `["\\\\",${'['.repeat(2000)}`, true],
  ['a quote that is escaped', `["\\"${'['.repeat(2000)}"]`, false],
])('%s', (...[, text, tooDeep]) => {
  expect(nestsTooDeep(text)).toBe(tooDeep)
})

function refusalOf(body: string, more: Readonly<Record<string, string>> = {}): unknown {
  const headers = new Map(Object.entries({ 'content-type': 'application/json', ...more }))
  try {
    readBody({ body, unreadable: false, header: (name) => headers.get(name) }, 'runPublishedWorkflow')
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.answer : error
  }
}

test.each([
  ['1e400', 'args[0].value'],
  ['-1E+400', 'args[0].value'],
  ['{"deep":[0,{"odd name":1e309}]}', 'args[0].value.deep[1]["odd name"]'],
  [`[1${'0'.repeat(300)}e99]`, 'args[0].value[0]'],
])('a number that JavaScript cannot hold is refused wherever it is: %s', (value, path) => {
  const message = `${path}: expected a number up to 1.8e308, found a larger one`
  expect(refusalOf(`{"args":[{"name":"list","value":${value}}]}`)).toEqual({ status: 400, body: { message } })
})

test.each(['{"list":[1e308,"1e400"]}', '"1e400"', `"${'1'.repeat(400)}"`, '1e-400'])('%s is no such number', (value) => {
  expect(refusalOf(`{"args":[{"name":"list","value":${value}}]}`)).toBeUndefined()
})

test('a compressed body is refused by the name of its header', () => {
  const message = 'header Content-Encoding: expected none, found gzip'
  expect(refusalOf('\u001f\ufffd', { 'content-encoding': 'gzip' })).toEqual({ status: 400, body: { message } })
})
