import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type RequestOptions, request as requestSecurely } from 'node:https'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { createManualClock, createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { type Listening, listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'
import { sendRaw } from './send-raw.ts'

const manifestPath = '/v1/public/wfhost/manifest'
const manifestHeaders = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
const runPath = '/api/v2/external/flows/echo/published-run'
const runHeaders = { authorization: `Bearer ${sampleKeys.workflows.echo}`, 'content-type': 'application/json' }

test('serves a function, and closes the connection if the function rejects', async () => {
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
])('responds to raw bytes: %s', async (...[, bytes, expected]) => {
  const server = await listen(createMockService(createSampleWorld()))
  expect(await sendRaw(server.port, bytes)).toMatch(expected)
  await server.close()
})

test('a body that is not UTF-8 is refused, over HTTP as in process', async () => {
  const service = createMockService(createSampleWorld())
  const server = await listen(service)
  const body = Buffer.from('{"args":[{"name":"text","value":"a\xff"}]}', 'latin1')
  for (const send of [fetch, service.fetch]) {
    const response = await send(server.url + runPath, { method: 'POST', headers: runHeaders, body })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('a body that cannot be read')])
  }
  expect(service.journal().map(({ request }) => request.body)).toEqual([undefined, undefined])
  await server.close()
})

test('a client that disconnects in the middle of its body does not harm the server', async () => {
  const server = await listen(createMockService(createSampleWorld()))
  const socket = connect(server.port, '127.0.0.1')
  const head = `POST ${runPath} HTTP/1.1\r\nHost: x\r\nAuthorization: ${runHeaders.authorization}\r\nContent-Type: application/json\r\n`
  socket.write(`${head}Content-Length: 1000\r\n\r\n{"args"`)
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await fetch(`${server.url}/v1/public/wfhost/manifest`)).status).toBe(401)
  await server.close()
})

const keepAlive = new Agent({ keepAlive: true })

test.each([
  { begun: 'before its response has begun', fault: { kind: 'latency', latency: { distribution: 'fixed', ms: 1000 } } as const },
  { begun: 'during its response', fault: { kind: 'dribbled-body', pieces: 2, everyMs: 1000 } as const },
])('a server that closes $begun waits for the response to a request, and not for its connection', async ({ fault }) => {
  const clock = createManualClock()
  const service = createMockService(createSampleWorld(), { clock })
  service.addFault(fault)
  const server = await listen(service)
  const response = ask(server)
  await (fault.kind === 'latency' ? service.waitForRequest({}) : response)
  let cutOff = false
  const closed = server.close({
    gracePeriod: 1500,
    onCutOff: () => {
      cutOff = true
    },
  })
  await clock.advance(1000)
  expect(await text(await response)).toContain('executeUrl')
  await closed
  expect(cutOff).toBe(false)
})

function ask({ port }: Listening): Promise<IncomingMessage> {
  const options = { port, path: manifestPath, headers: manifestHeaders, agent: keepAlive }
  return new Promise((resolve, reject) => {
    request(options, resolve).on('error', reject).end()
  })
}

test('Infinity lifts a limit', async () => {
  const infinite = Number.POSITIVE_INFINITY
  const lifted = { bodyBytes: infinite, urlCharacters: infinite, connections: infinite }
  await using server = await listen(createMockService(createSampleWorld()), { limits: lifted })
  const response = await fetch(`${server.url}/${'x'.repeat(10_000)}`)
  expect(response.status).toBe(404)
})

const limits = { bodyBytes: 5000, headerBytes: 4096, urlCharacters: 1000, requestTimeout: 300, connections: 3 }

test('responds to each exceeded limit with a status of its own, and never with 500', async () => {
  const server = await listen(createMockService(createSampleWorld()), { limits })
  const post = (body: BodyInit, more: RequestInit = {}): Promise<Response> =>
    fetch(server.url + runPath, { method: 'POST', headers: runHeaders, body, ...more })
  expect((await post(JSON.stringify({ args: [{ name: 'text', value: 'x'.repeat(4000) }] }))).status).toBe(200)
  expect((await post('x'.repeat(6000))).status).toBe(413)
  const chunked = new Blob(['x'.repeat(6000)]).stream()
  expect((await post(chunked, { duplex: 'half' } as RequestInit)).status).toBe(413)
  expect((await fetch(`${server.url}/${'x'.repeat(1001)}`)).status).toBe(414)
  const beyondHeaders = await fetch(`${server.url}/${'x'.repeat(5000)}`)
  expect([beyondHeaders.status, await beyondHeaders.json()]).toEqual([414, { message: 'The target is too long' }])
  expect((await fetch(server.url, { headers: { 'x-large': 'x'.repeat(5000) } })).status).toBe(431)
  expect((await post(`{"args":[{"name":"list","value":${'['.repeat(501)}${']'.repeat(501)}}]}`)).status).toBe(400)
  await server.close()
})

test('a client that exceeds the limit by far still reads the reason of the refusal', async () => {
  const server = await listen(createMockService(createSampleWorld()), { limits: { bodyBytes: limits.bodyBytes } })
  for (let round = 0; round < 10; round += 1) {
    const response = await fetch(server.url + runPath, { method: 'POST', headers: runHeaders, body: 'x'.repeat(20_000_000) })
    expect([response.status, await response.json()]).toEqual([413, { message: 'The body is too large' }])
  }
  await server.close()
})

test('responds with 408 to an incomplete request', async () => {
  const server = await listen(createMockService(createSampleWorld()), { limits })
  for (const sent of [
    `POST ${runPath} HTTP/1.1\r\nHost: x\r\nConte`,
    `POST ${runPath} HTTP/1.1\r\nHost: x\r\nAuthorization: ${runHeaders.authorization}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`,
  ]) {
    expect(await sendRaw(server.port, sent)).toMatch(/^HTTP\/1\.1 408 /)
  }
  await server.close()
})

test('further connections are closed, and the server continues', async () => {
  const server = await listen(createMockService(createSampleWorld()), { limits })
  const open = Array.from({ length: 3 }, () => connect(server.port, '127.0.0.1'))
  await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  await expect(fetch(server.url)).rejects.toThrow()
  for (const socket of open) socket.destroy()
  await expect
    .poll(() =>
      fetch(server.url)
        .then(({ status }) => status)
        .catch(() => 0),
    )
    .toBe(404)
  await server.close()
})

test('reports every refused request with its status and reason', async () => {
  const refusals: string[] = []
  const server = await listen(createMockService(), {
    limits: { headerBytes: 2048, urlCharacters: 500, bodyBytes: 100, requestTimeout: 200 },
    onRefusal: ({ reason, status }) => refusals.push(`${status} ${reason}`),
  })
  await fetch(`${server.url}/${'x'.repeat(600)}`)
  await fetch(server.url, { headers: { 'x-large': 'x'.repeat(3000) } })
  await fetch(server.url, { method: 'POST', body: 'x'.repeat(101) })
  await sendRaw(server.port, 'nonsense\r\n\r\n')
  await sendRaw(server.port, 'GET / HTTP/1.1\r\nHost')
  expect(refusals).toEqual([
    '414 The target is too long',
    '431 The headers are too large',
    '413 The body is too large',
    '400 The request is not HTTP',
    '408 The request was not complete in time',
  ])
  await server.close()
})

const tls = { cert: pem('cert'), key: pem('key') }

function pem(name: string): string {
  return readFileSync(new URL(`tls/${name}.pem`, import.meta.url), 'utf8')
}

test('serves HTTPS with a certificate, and has https in its URLs', async () => {
  const server = await listen(createMockService(createSampleWorld()), { tls })
  expect(server.url).toBe(`https://127.0.0.1:${server.port}`)
  const { body, status } = await get({ port: server.port, ca: tls.cert })
  expect([status, body]).toEqual([200, expect.stringContaining(`"executeUrl":"${server.url}/v1/public/wfhost/execute"`)])
  await expect(get({ port: server.port })).rejects.toThrow('self-signed certificate')
  await server.close()
})

test('prints one clear line for an invalid certificate, or a certificate of another key', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const otherKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  for (const wrong of [
    { ...tls, cert: 'none' },
    { ...tls, key: otherKey },
  ]) {
    await expect(listen(createMockService(), { tls: wrong })).rejects.toThrow(/^Cannot listen with TLS: .+$/)
  }
})

interface Got {
  readonly status: number | undefined
  readonly body: string
}

function get(options: RequestOptions): Promise<Got> {
  return new Promise((resolve, reject) => {
    const request = requestSecurely(
      { host: '127.0.0.1', path: manifestPath, headers: manifestHeaders, ...options },
      (response) => {
        let body = ''
        response.on('data', (chunk) => {
          body += String(chunk)
        })
        response.on('end', () => resolve({ status: response.statusCode, body }))
      },
    )
    request.on('error', reject).end()
  })
}
