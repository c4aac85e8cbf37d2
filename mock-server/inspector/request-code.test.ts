import { expect, test } from 'vitest'
import { type SentRun, toRequest, writeCurl, writeTypeScript, writeVitest } from './request-code.ts'

const baseUrl = 'http://127.0.0.1:4010'
const run: SentRun = { flowId: 'echo', args: { text: "it's", 'a-b': [1, null] }, mode: 'sync', keyName: '[key of workflow echo]' }

test('writes a run as a request with the name of its key', () => {
  expect(toRequest(run)).toEqual({
    method: 'POST',
    path: '/api/v2/external/flows/echo/published-run',
    headers: { authorization: 'Bearer [key of workflow echo]', 'content-type': 'application/json' },
    body: '{"args":[{"name":"text","value":"it\'s"},{"name":"a-b","value":[1,null]}],"mode":"sync"}',
  })
  expect(toRequest({ ...run, keyName: '' }).headers).not.toHaveProperty('authorization')
})

test('writes a curl command with a variable in place of the key', () => {
  const command = writeCurl(toRequest(run), baseUrl)
  expect(command).toContain('-H "authorization: Bearer $WFHOST_KEY"')
  expect(command).not.toContain('[key')
  expect(command.split(' \\\n')).toHaveLength(4)
})

test('writes a run with the client, with names and texts in quotes where needed', () => {
  const program = writeTypeScript(run, baseUrl)
  expect(program).toContain(`client.run('echo', { text: 'it\\'s', 'a-b': [1, null] })`)
  expect(program).toContain("apiKey: process.env['WFHOST_KEY'] ?? ''")
  expect(writeTypeScript({ ...run, args: {}, mode: 'async' }, baseUrl)).toContain("client.start('echo')")
})

test('writes a member that would set the prototype as a computed member', () => {
  const args = JSON.parse('{"__proto__":{"a":1}}')
  expect(writeTypeScript({ ...run, args }, baseUrl)).toContain("{ ['__proto__']: { a: 1 } }")
})

test.each([
  [{ kind: 'refused', status: 403 }, 'rejects.toMatchObject({ status: 403 })'],
  [{ kind: 'failed', errorName: 'CardDeclined' }, "toMatchObject({ status: 'failed', error: { name: 'CardDeclined' } })"],
  [{ kind: 'succeeded', result: { team: 'a' } }, "toMatchObject({ status: 'success', result: { team: 'a' } })"],
  [{ kind: 'unknown' }, "toMatchObject({ status: 'success' })"],
] as const)('writes a test that expects the outcome %j', (outcome, expectation) => {
  expect(writeVitest(run, { baseUrl, outcome })).toContain(expectation)
})
