import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { runCommandLine } from '../../proof/contract-server.ts'
import { openWorld } from '../for-one-test.ts'

const page = '<!doctype html><title>Welcome</title><h1>It works!</h1>'

/** Servers that do not send HTTP, or send an incomplete response. */
const silent: readonly (readonly [what: string, server: () => Server, says: RegExp])[] = [
  ['takes the connection and says nothing', () => createTcpServer(() => {}), /no complete response within 300 ms/],
  ['closes each connection', () => createTcpServer((socket) => socket.destroy()), /other side closed|ECONNRESET/],
  [
    'speaks another protocol',
    () => createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9\r\n')),
    /does not match the HTTP\/1.1 protocol/,
  ],
  [
    'breaks off in the middle of a body',
    http((_, response) => {
      response.writeHead(200, { 'content-length': '500' })
      response.write('{"status":', () => response.destroy())
    }),
    /(other side closed|ECONNRESET); received only status 200, Content-Length: 500/,
  ],
  [
    'announces a longer body than it sends',
    http((_, response) => response.writeHead(200, { 'content-length': '500' }).write('{"status":')),
    /no complete response within 300 ms; received only status 200, Content-Length: 500/,
  ],
  [
    'says that what it sends is compressed, which it is not',
    http((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}')),
    /the body is not gzip, although its Content-Encoding states it \(incorrect header check\)/,
  ],
  [
    'never ends a body',
    http((_, response) => {
      const part = Buffer.alloc(2 ** 20, ' ')
      const write = () => void (response.destroyed || response.write(part, write))
      write()
    }),
    /a response of more than 64 MiB/,
  ],
]

test.each(silent)('a server that %s leaves the verdict open within a time limit', async (_, ...[create, says]) => {
  const config = await configFor(create())
  const timeoutMs = says.source.includes('64 MiB') ? '20000' : '300'
  const { code, errors, output } = await runCommandLine(['run', '--timeout', timeoutMs], { config })
  expect(output).toMatch(says)
  expect(output).toMatch(/^INCOMPLETE /m)
  expect(output).toMatch(/was not reached: (GET|POST) http:..127.0.0.1:/)
  expect(output).toContain('; check that it is up, and that baseUrl is its address')
  expect(output).toContain('0 failed, 0 error')
  expect({ code, errors }).toEqual({ code: 6, errors: '' })
})

/** Servers that send the same response to every request, with the expected hint. */
const monotonous: readonly (readonly [what: string, listener: RequestListener, hint: string])[] = [
  [
    'a page that refuses',
    (_, response) => response.writeHead(401, { 'content-type': 'text/html' }).end(page),
    'Every response is an HTML page',
  ],
  ['401', (_, response) => response.writeHead(401).end(), 'check that the keys of the fixtures belong to this server'],
  ['500', (_, response) => response.writeHead(500).end(), 'check that the server, and what it depends on, is up'],
  ['429', (_, response) => response.writeHead(429).end(), 'check that nobody else uses up the rate limit'],
]

test.each(monotonous)(
  'a server that responds to every request with %s is not conformant, and a hint explains why',
  async (_, ...[listener, hint]) => {
    const config = await configFor(http(listener)())
    const { code, output } = await runCommandLine(['run'], { config })
    expect(code).toBe(1)
    expect(output).toContain(hint)
    expect(output).toMatch(/^NON-CONFORMANT /m)
    expect(output).not.toMatch(/^ +at .*[.]ts:\d+/m)
  },
)

test.each([404, 405])(
  'reports an API that responds to every request with %s as a wrong address, and changes nothing',
  async (status) => {
    const { code, output } = await runCommandLine(['run'], {
      config: await configFor(http((_, response) => response.writeHead(status).end('{"message":"no such route"}'))()),
    })
    expect(output).toMatch(/got 40[45], with a key and without one. The API does not respond like this: correct baseUrl/)
    expect(output).toContain('0 failed, 0 error')
    expect(output).not.toContain('Afterwards')
    expect(code).toBe(6)
  },
)

test('a server that does not respond to one request fails the check that sent it', async () => {
  const world = await openWorld((service) => ({
    ...service,
    fetch: async (request) => ((await request.clone().text()) === '[]' ? new Promise(() => {}) : service.fetch(request)),
  }))
  const args = ['run', '--timeout', '2s', '--only', 'run-malformed.object,run-ok']
  const { code, output } = await runCommandLine(args, { config: world.config })
  expect(output).toMatch(/failed +run-malformed.object.*no complete response within 2000 ms/)
  expect(output).toContain('1 passed')
  expect(code).toBe(1)
})

/** Servers at the address of the API, with the reported finding and remedy for each. */
const elsewhere: readonly (readonly [what: string, listener: RequestListener, says: readonly string[]])[] = [
  [
    'a gateway with nothing behind it',
    (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<title>502 Bad Gateway</title>'),
    ['got 502 with the page "502 Bad Gateway" from a gateway: start the server behind it, or correct baseUrl'],
  ],
  ['a load balancer', (_, response) => response.writeHead(503).end(), ['got 503 from a gateway']],
  ['a content delivery network', (_, response) => response.writeHead(521).end(), ['got 521 from a gateway']],
  [
    'a page',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    [
      '/published-run got 200 with the page "Welcome", not from the API: correct baseUrl',
      '/v1/public/wfhost/manifest got 200 with the page "Welcome", not from the API: correct baseUrl, or product',
    ],
  ],
  [
    'an empty page',
    (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end(),
    ['got 404 with an HTML page, not from the API'],
  ],
  [
    'a way to log in',
    (_, response) => response.writeHead(302, { location: '/login' }).end(),
    ['is redirected (302) to /login: if the API is there, use that address as baseUrl'],
  ],
]

test.each(elsewhere)(
  'reports %s instead of the API once, after one request to each service, and changes nothing',
  async (_, ...[listener, says]) => {
    const config = await configFor(http(listener)())
    const { code, errors, output } = await runCommandLine(['run'], { config })
    const causes = output.split('\n').filter((line) => /^– \d/.test(line))
    expect(causes).toHaveLength(2)
    for (const text of says) expect(causes.join('\n')).toContain(text)
    expect(output).toContain('2 requests sent')
    expect(output).toContain('0 failed, 0 error')
    expect(output).not.toContain('Afterwards')
    expect({ code, errors }).toEqual({ code: 6, errors: '' })
    expect((await runCommandLine(['run', '--json'], { config })).errors).toContain(says[0])
  },
)

test('reports an unreachable registry with its address, and still judges the workflow service', async () => {
  const world = await openWorld()
  const config = { ...world.config, registryUrl: 'http://127.0.0.1:9' }
  const { code, output } = await runCommandLine(['run', '--only', 'run-ok,man-endpoint,man-org'], { config })
  expect(output).toMatch(
    /The tool registry was not reached: .* that registryUrl is its address .*\n.*\n.*man-endpoint, man-org, man-org.named, man-org.cached, man-org.parallel\n/,
  )
  expect(output).toContain('0 failed, 0 error, 0 warning, 5 blocked, 0 observed, 0 not applicable, 1 passed')
  expect(code).toBe(6)
})

test('a hook that fails blocks the checks that need it, and its message explains the failure', async () => {
  const world = await openWorld()
  const port = await listen(http((_, response) => response.end('[]'))())
  const hooks = {
    ...Object(world.config['hooks']),
    creditBalance: { url: `http://127.0.0.1:${port}/balance`, method: 'GET', pick: '/credits' },
    regenerateKey: { url: 'http://127.0.0.1:1/keys/{flowId}', pick: '/key' },
    endedRuns: { command: ['no-such-command'] },
  }
  const only = 'exe-credit,key-regenerated,run-async'
  const { code, output } = await runCommandLine(['run', '--only', only], { config: { ...world.config, hooks } })
  // The contents of a hook, such as its address, may be secret.
  expect(output).toMatch(
    /hooks\.creditBalance: the response has no string and no number at \/credits.*\n.*\n.*exe-credit, exe-credit\.parallel\n/,
  )
  expect(output).toMatch(
    /hooks\.regenerateKey: the request got no response \(bad port\): check its url.*\n.*\n.*key-regenerated, .*key-regenerated\.parallel/,
  )
  expect(output).toMatch(
    /hooks\.endedRuns: there is no command no-such-command.*\n.*\n.*run-async\.background, .*run-async\.closed/,
  )
  expect(output).not.toMatch(/^ +at .*[.]ts:\d+/m)
  expect(code).toBe(3)
})

/** The configuration of the reference server with its own hooks, and the address of another server. */
async function configFor(server: Server): Promise<Readonly<Record<string, unknown>>> {
  const world = await openWorld()
  return { ...world.config, baseUrl: `http://127.0.0.1:${await listen(server)}` }
}

function http(listener: RequestListener): () => Server {
  return () => createServer(listener)
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<{ destroy: () => void }>()
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Cannot reach the server: it has no port')
  return address.port
}
