import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { createPrismMock, createPrismProxy, type Violation } from '@wfhost/mock-server/prism'
import { document, operationTable } from '@wfhost/openapi'
import { afterAll, expect, test } from 'vitest'

const run = '/api/v2/external/flows/echo/published-run'
const headers = { authorization: `Bearer ${sampleKeys.workflows.echo}`, 'content-type': 'application/json' }
const knownBad: readonly string[] = [
  '{}',
  '[]',
  'null',
  '"args"',
  '{"args":null}',
  '{"args":{}}',
  '{"args":[1]}',
  '{"args":[{"name":"a"}]}',
  '{"args":[{"value":"a"}]}',
  '{"args":[{"name":1,"value":"a"}]}',
  '{"args":[{"name":"a","value":null}]}',
  '{"args":[],"mode":"later"}',
  '{bad',
]

const violations: Violation[] = []
const upstream = await listen(createMockService(createSampleWorld()))
const proxy = await createPrismProxy({ upstream: upstream.url, onViolation })
const mock = await createPrismMock({ onViolation })

afterAll(() => upstream.close())

function onViolation(violation: Violation): void {
  violations.push(violation)
}

function post(body: string, more: Readonly<Record<string, string>> = {}): Request {
  return new Request(`http://prism.test${run}`, { method: 'POST', headers: { ...headers, ...more }, body })
}

// Prism says nothing where a schema does not compile: these show that it looks at all.
test.each(knownBad)('canary: Prism rejects the body %s', async (body) => {
  for (const prism of [proxy, mock]) {
    violations.length = 0
    expect((await prism.fetch(post(body))).status).toBe(400)
    expect(violations.filter(({ direction, severity }) => direction === 'request' && severity === 'error')).not.toHaveLength(0)
  }
})

test('canary: Prism accepts what the document allows', async () => {
  violations.length = 0
  const response = await proxy.fetch(post('{"args":[{"name":"text","value":"a"},{"name":"data","value":{"n":null}}]}'))
  expect(await response.json()).toMatchObject({ status: 'success', result: { text: 'a', data: { n: null } } })
  expect(violations).toEqual([])
})

test('a request passes as it is, and its violation says operation and place', async () => {
  violations.length = 0
  await proxy.fetch(post('{"args":[{"name":1,"value":"a"}]}'))
  expect(violations).toContainEqual(
    expect.objectContaining({
      direction: 'request',
      operation: 'runPublishedWorkflow',
      place: 'body.args.0.name',
      severity: 'error',
    }),
  )
})

test('malformed JSON and a wrong content type reach the server as they are', async () => {
  const malformed = await proxy.fetch(post('{bad'))
  expect(await malformed.json()).toEqual({ message: 'body: expected JSON, found "b" at position 1' })
  const plain = await proxy.fetch(post('{"args":[]}', { 'content-type': 'text/plain' }))
  expect(await plain.json()).toEqual({ message: 'header Content-Type: expected application/json, found text/plain' })
})

test('an answer that is not as documented passes as it is, and is reported', async () => {
  const broken = await listen(async () => Response.json({ message: 'slow down' }, { status: 429 }))
  violations.length = 0
  const guarded = await createPrismProxy({ upstream: broken.url, onViolation })
  const response = await guarded.fetch(post('{"args":[]}'))
  expect([response.status, await response.text()]).toEqual([429, '{"message":"slow down"}'])
  expect(violations).toMatchObject([{ direction: 'response', operation: 'runPublishedWorkflow', severity: 'error' }])
  expect(violations[0]?.message.toLowerCase()).toContain('retry-after')
  await broken.close()
})

test('a path that the document does not have is reported, and passes', async () => {
  violations.length = 0
  expect((await proxy.fetch(new Request('http://prism.test/nothing'))).status).toBe(404)
  expect(violations).toMatchObject([{ direction: 'request', operation: undefined }])
})

test('a server that is not there is a 502', async () => {
  const gone = await createPrismProxy({ upstream: 'http://127.0.0.1:1' })
  const response = await gone.fetch(new Request('http://prism.test/'))
  expect(response.status).toBe(502)
  expect(await response.json()).toEqual({ message: expect.stringMatching(/^Cannot reach http:\/\/127\.0\.0\.1:1: /) })
})

test('the mock answers every documented status of every operation', async () => {
  let answered = 0
  for (const { method, path, statuses } of Object.values(operationTable)) {
    for (const status of statuses) {
      const place = path.replace('{flowId}', 'f').replace('{orgId}', 'o').replace('{product}', 'wfhost')
      const body = path.endsWith('execute') ? '{"toolset":"mail","tool":"send"}' : '{"args":[]}'
      const request = new Request(`http://prism.test${place}`, {
        method,
        headers: { ...headers, cookie: 'console_session=any', prefer: `code=${status}` },
        ...(method === 'POST' ? { body } : {}),
      })
      const response = await mock.fetch(request)
      expect(response.status).toBe(status)
      if (status === 429) expect(response.headers.get('retry-after')).not.toBeNull()
      answered += 1
    }
  }
  expect(answered).toBe(23)
})

test('the mock chooses by example, makes up values, and forgets the Accept header of the last request', async () => {
  const failed = await mock.fetch(post('{"args":[]}', { prefer: 'code=200, example=failed' }))
  expect(await failed.json()).toMatchObject({ status: 'failed', error: { name: 'MailboxFull' } })
  expect((await mock.fetch(post('{"args":[]}', { prefer: 'code=200, dynamic=true' }))).status).toBe(200)
  expect((await mock.fetch(post('{"args":[]}', { accept: 'text/html' }))).status).toBe(406)
  expect((await mock.fetch(post('{"args":[]}'))).status).toBe(200)
})

test('the mock is served over HTTP too, malformed JSON included', async () => {
  const server = await listen(mock)
  const response = await fetch(server.url + run, { method: 'POST', headers, body: '{bad', signal: AbortSignal.timeout(5000) })
  expect(response.status).toBe(400)
  await server.close()
})

test('the document is not changed by Prism', () => {
  expect(document.paths['/v1/public/{product}/manifest'].parameters[0]).toEqual({ $ref: '#/components/parameters/Product' })
})
