import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { ConnectionFaultError, createMockService, createSampleWorld, MockStateError, sampleKeys } from '@wfhost/mock-server'
import { createGuard, type Guard, type GuardOptions } from '@wfhost/mock-server/guard'
import { afterEach, expect, test } from 'vitest'
import { succeededRun } from '../../tools/scripts/run-bodies.ts'

const run = '/api/v2/external/flows/echo/published-run'
const secret = 'a-secret-that-nobody-else-has'
const open: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** Creates a guard in front of a server that a function implements. Returns the guard and the requests to the server. */
async function guard(
  respond: RequestListener,
  options: GuardOptions = {},
): Promise<{ readonly proxy: Guard; readonly received: IncomingMessage[] }> {
  const received: IncomingMessage[] = []
  const server = createServer((request, response) => {
    received.push(request)
    respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(
    async () => server.closeAllConnections(),
    async () => server.close(),
  )
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { received, proxy: createGuard({ upstream, ...options }) }
}

function post(body: string, headers: Readonly<Record<string, string>> = {}): Request {
  const all = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers }
  return new Request(`http://guard.test${run}?debug=${secret}`, { method: 'POST', headers: all, body })
}

const good = '{"args":[{"name":"text","value":"a"}],"mode":"sync"}'

const json = { 'content-type': 'application/json' }

test('forwards credentials, and does not keep them in the journal', async () => {
  const { proxy, received } = await guard((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': `session=${secret}` })
    response.end(JSON.stringify(succeededRun(request.headers.authorization)))
  })
  const response = await proxy.fetch(post(`{"args":[{"name":"text","value":"${secret}"}]}`, { cookie: `a=b; sid=${secret}` }))
  expect(received[0]?.headers).toMatchObject({ authorization: `Bearer ${secret}`, cookie: `a=b; sid=${secret}` })
  expect(await response.text()).toContain(secret)
  expect(response.headers.get('set-cookie')).toBe(`session=${secret}`)
  expect(JSON.stringify(proxy.journal())).not.toContain(secret)
  expect(proxy.journal()[0]?.request.headers['authorization']).toBe('Bearer [unknown]')
})

test('no later exchange contains a key that was sent once, or the query of a key', async () => {
  const { proxy } = await guard((_request, response) =>
    response.writeHead(200, json).end(JSON.stringify({ key: secret, theme: 'dark' })),
  )
  await proxy.fetch(post(good, { cookie: 'theme=dark' }))
  await proxy.fetch(new Request('http://guard.test/account?token=another-secret', { headers: { cookie: 'sid=1' } }))
  expect(JSON.stringify(proxy.journal())).not.toContain('secret')
  expect(proxy.journal()[1]).toMatchObject({
    request: { path: '/account?token=[unknown]' },
    response: { body: '{"key":"[unknown]","theme":"dark"}' },
  })
})

const odd = 'Ab+/cd=Ef;gh12=='

test.each([
  ['x-auth-token', odd],
  ['x-company-key', odd],
  ['authorization', odd],
  ['authorization', `Bearer ${odd}`],
  ['cookie', `theme=dark; sid=${encodeURIComponent(odd)}`],
  ['proxy-authorization', `Basic ${odd}`],
])('the journal contains no key of the header %s in any form in which the server repeats it', async (name, value) => {
  const forms = [odd, encodeURIComponent(odd), odd.replaceAll('+', '\\u002b'), Buffer.from(odd).toString('base64')]
  const { proxy } = await guard((_request, response) => {
    const headers = { location: `/back?to=${encodeURIComponent(odd)}`, 'x-echo': odd, 'content-type': 'text/plain' }
    response.writeHead(302, headers).end(forms.join(' ; '))
  })
  const url = `http://guard.test${run}?key=${encodeURIComponent(odd)}`
  await proxy.fetch(new Request(url, { method: 'POST', headers: { [name]: value }, body: `key=${odd};` }))
  const journal = JSON.stringify(proxy.journal())
  for (const form of [...forms, 'gh12']) expect(journal).not.toContain(form)
})

test('responds with 502 to a small gzip body that becomes large, and does not keep it', async () => {
  const bomb = gzipSync(Buffer.alloc(100_000_000))
  const { proxy } = await guard((_request, response) =>
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb),
  )
  const before = process.memoryUsage().rss
  const response = await proxy.fetch(post(good))
  expect([response.status, await response.json()]).toEqual([
    502,
    { message: expect.stringMatching(/^Cannot pass the response of .+: it is longer than 20000000 bytes$/) },
  ])
  expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000)
})

test('forwards no header that belongs to one connection, in both directions', async () => {
  const { proxy, received } = await guard((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json', connection: 'close, x-hop', 'x-hop': '1', 'x-end': '2' })
    response.end('{"message":"no"}')
  })
  const headers = { connection: 'keep-alive, X-Local', 'x-local': '1', te: 'trailers', upgrade: 'h2c', 'x-end': '2' }
  const response = await proxy.fetch(post(good, headers))
  expect(received[0]?.headers).toMatchObject({ 'x-end': '2', host: expect.stringContaining('127.0.0.1') })
  for (const name of ['x-local', 'te', 'upgrade']) expect(received[0]?.headers).not.toHaveProperty(name)
  expect([response.headers.get('x-end'), response.headers.get('x-hop'), response.headers.get('connection')]).toEqual([
    '2',
    null,
    null,
  ])
})

test('responds with 504 if the server is too late, and with 502 if it closes the connection, each with a reason', async () => {
  const { proxy: late } = await guard(() => {}, { timeout: 50 })
  const waited = await late.fetch(post(good))
  expect([waited.status, await waited.json()]).toEqual([
    504,
    { message: expect.stringMatching(/^Cannot wait for http:\/\/127\.0\.0\.1:\d+: no complete response came within 50 ms$/) },
  ])
  const { proxy: broken } = await guard((_request, response) => response.destroy())
  const refused = await broken.fetch(post(good))
  expect([refused.status, await refused.text()]).toEqual([502, expect.stringContaining('Cannot get a response from http://')])
  const { proxy: partial } = await guard((_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{')
    setTimeout(() => response.destroy(), 10)
  })
  const cut = await partial.fetch(post(good))
  expect([cut.status, await cut.text()]).toEqual([502, expect.stringContaining(': its body is damaged or incomplete: ')])
  expect(partial.journal()).toMatchObject([{ response: { status: 502 }, violations: [] }])
})

test('forwards an encoded response decoded, and a redirect unchanged', async () => {
  const { proxy: zipped } = await guard((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync('{"message":"no"}'))
  })
  const decoded = await zipped.fetch(post(good))
  expect([decoded.headers.get('content-encoding'), await decoded.json()]).toEqual([null, { message: 'no' }])
  expect(zipped.journal()[0]).toMatchObject({ response: { body: '{"message":"no"}' }, violations: [] })
  const { proxy } = await guard((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end())
  const response = await proxy.fetch(post(good))
  expect([response.status, response.headers.get('location')]).toEqual([302, '/elsewhere'])
  expect(proxy.journal()[0]?.violations).toMatchObject([{ direction: 'response' }])
})

test('guards a service in this process without a network, with its connection faults', async () => {
  const service = createMockService(createSampleWorld())
  const proxy = createGuard({ fetch: service.fetch })
  const request = (): Request => post(good, { authorization: `Bearer ${sampleKeys.workflows.echo}` })
  expect((await proxy.fetch(request())).status).toBe(200)
  service.addFault({ kind: 'reset-mid-body' })
  await expect(proxy.fetch(request())).rejects.toBeInstanceOf(ConnectionFaultError)
  expect(proxy.journal()).toMatchObject([
    { response: { status: 200 }, violations: [] },
    { number: 2, violations: [] },
  ])
})

test('the journal keeps no more than 1000 exchanges', async () => {
  const proxy = createGuard({ fetch: async () => Response.json({ message: 'no' }, { status: 401 }) })
  for (let sent = 0; sent < 1010; sent += 1) await proxy.fetch(new Request('http://guard.test/v1/public/wfhost/manifest'))
  expect([proxy.journal().length, proxy.journal()[0]?.number]).toEqual([1000, 11])
})

test('the journal keeps no more than 5 MB', async () => {
  const proxy = createGuard({ fetch: async () => Response.json({ message: 'no' }, { status: 401 }) })
  const large = JSON.stringify({ args: [{ name: 'text', value: 'a'.repeat(400_000) }] })
  for (let sent = 0; sent < 20; sent += 1) await proxy.fetch(post(large))
  const size = Buffer.byteLength(JSON.stringify(proxy.journal()))
  expect([size > 4_000_000, size < 5_000_100, proxy.journal().at(-1)?.number]).toEqual([true, true, 20])
  await proxy.fetch(post(JSON.stringify({ args: [{ name: 'text', value: '漢'.repeat(1_700_000) }] })))
  expect(proxy.journal()).toEqual([])
})

test('a guard of nothing is refused', () => {
  expect(() => createGuard({})).toThrow('Cannot make a guard: pass upstream or fetch')
})

test.each(['localhost', 'ftp://localhost', 'http://me:secret@localhost', 'http://localhost/?key=secret'])(
  'a guard of %s is refused, without the text, which can contain a password',
  (upstream) => {
    const message = 'Cannot make a guard: upstream: expected an http or https address without credentials and query'
    expect(() => createGuard({ upstream })).toThrow(new MockStateError(message))
  },
)

test.each([
  ['soon', 'expected a number, found "soon"'],
  [-1, 'expected at least 1, found -1'],
  [2 ** 31, 'expected at most 2147483647'],
])('a guard with the timeout %j is refused', (timeout, message) => {
  const options: object = { upstream: 'http://localhost', timeout }
  expect(() => createGuard(options)).toThrow(`Cannot make a guard: timeout: ${message}`)
})
