import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createManualClock, createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { type Listening, listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'
import { answerTo } from './answer-to.ts'

const runHeaders = { authorization: `Bearer ${sampleKeys.workflows.slow}`, 'content-type': 'application/json' }
const slowRun = '/api/v2/external/flows/slow/published-run'

test('a function can be served, and one that rejects breaks the connection', async () => {
  const server = await listen(async (request) => {
    if (request.url.endsWith('/reject')) throw new Error('no')
    return new Response('plain')
  })
  expect(await (await fetch(server.url)).text()).toBe('plain')
  await expect(fetch(`${server.url}/reject`)).rejects.toThrow()
  await server.close()
})

test.each([
  ['not HTTP', 'nonsense\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', /^HTTP\/1\.1 404 /],
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', /^HTTP\/1\.1 40[04] /],
  ['an absolute target', 'GET http://elsewhere.test/v1/public/wfhost/manifest HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 401 /],
  ['a target that is none', 'GET foo:bar HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 40[04] /],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 404 /],
  ['dots', 'GET /v1/public/x/../wfhost/manifest HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 401 /],
  [
    'two authorizations',
    `GET /v1/public/wfhost/manifest HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`,
    /^HTTP\/1\.1 401 /,
  ],
])('raw bytes get an answer: %s', async (...[, bytes, expected]) => {
  const server = await listen(createMockService(createSampleWorld()))
  expect(await answerTo(server.port, bytes)).toMatch(expected)
  await server.close()
})

test('a body that is no UTF-8 is refused, over HTTP as in process', async () => {
  const service = createMockService(createSampleWorld())
  const server = await listen(service)
  const headers = { ...runHeaders, authorization: `Bearer ${sampleKeys.workflows.echo}` }
  const body = Buffer.from('{"args":[{"name":"text","value":"a\xff"}]}', 'latin1')
  for (const send of [fetch, service.fetch]) {
    const response = await send(`${server.url}/api/v2/external/flows/echo/published-run`, { method: 'POST', headers, body })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('a body that cannot be read')])
  }
  await server.close()
})

test('a client that leaves in the middle of its body leaves the server alone', async () => {
  const server = await listen(createMockService(createSampleWorld()))
  const socket = connect(server.port, '127.0.0.1')
  const head = `POST ${slowRun} HTTP/1.1\r\nHost: x\r\nAuthorization: ${runHeaders.authorization}\r\nContent-Type: application/json\r\n`
  socket.write(`${head}Content-Length: 1000\r\n\r\n{"args"`)
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await fetch(`${server.url}/v1/public/wfhost/manifest`)).status).toBe(401)
  await server.close()
})

const keepAlive = new Agent({ keepAlive: true })

test.each([
  { begun: 'before its answer has begun', fault: { kind: 'latency', latency: { distribution: 'fixed', ms: 1000 } } as const },
  { begun: 'within its answer', fault: { kind: 'dribbled-body', pieces: 2, everyMs: 1000 } as const },
])('a server that closes $begun waits for the answer of a request, and not for its connection', async ({ fault }) => {
  const clock = createManualClock()
  const service = createMockService(createSampleWorld(), { clock })
  service.addFault(fault)
  const server = await listen(service)
  const answer = ask(server)
  await (fault.kind === 'latency' ? service.waitForRequest({}) : answer)
  let cutOff = false
  const closed = server.close({
    graceMs: 1500,
    onCutOff: () => {
      cutOff = true
    },
  })
  await clock.advance(1000)
  expect(await text(await answer)).toContain('executeUrl')
  await closed
  expect(cutOff).toBe(false)
})

function ask({ port }: Listening): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
  return new Promise((resolve, reject) => {
    request({ port, path: '/v1/public/wfhost/manifest', headers, agent: keepAlive }, resolve).on('error', reject).end()
  })
}
