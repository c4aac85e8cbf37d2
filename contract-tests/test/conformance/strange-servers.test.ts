import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { serveWorld } from '../../src/selftest/serve-world.ts'
import { runCommandLine } from './command-line.ts'

const page = '<!doctype html><title>Welcome</title><h1>It works!</h1>'

/** Servers that say nothing which is HTTP, or not to the end. */
const silent: readonly (readonly [what: string, server: () => Server, says: RegExp])[] = [
  ['takes the connection and says nothing', () => createTcpServer(() => {}), /no whole answer within 300 ms/],
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
    /other side closed|terminated|aborted|ECONNRESET/,
  ],
  [
    'says that what it sends is compressed, which it is not',
    http((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}')),
    /incorrect header check/,
  ],
  [
    'never ends a body',
    http((_, response) => {
      const part = Buffer.alloc(2 ** 20, ' ')
      const write = () => void (response.destroyed || response.write(part, write))
      write()
    }),
    /an answer of more than 64 MiB/,
  ],
]

test.each(silent)('a server that %s leaves the verdict open, in bounded time', async (_, ...[create, says]) => {
  const config = await configFor(create())
  const timeoutMs = says.source.includes('64 MiB') ? '20000' : '300'
  const { code, errors, output } = await runCommandLine(['run', '--timeout-ms', timeoutMs], { config })
  expect(output).toMatch(says)
  expect(output).toMatch(/INCOMPLETE .* with requirements/)
  expect(output).toContain('hint The target gave no answer: look whether it is up')
  expect(output).toContain('0 failed, 0 error')
  expect(output).toContain('3 requests sent')
  expect({ code, errors }).toEqual({ code: 4, errors: 'The target gave no answer' })
})

/** Servers that answer everything alike, and what may stand behind it. */
const monotonous: readonly (readonly [what: string, answer: RequestListener, hint: string])[] = [
  [
    'a page',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    'Every answer is a page of HTML',
  ],
  ['401', (_, response) => response.writeHead(401).end(), 'look whether the keys of the fixtures belong to this server'],
  ['404', (_, response) => response.writeHead(404).end(), 'look whether baseUrl and registryUrl have the path'],
  ['503', (_, response) => response.writeHead(503).end(), 'look whether the server, and what it stands behind, is up'],
  ['429', (_, response) => response.writeHead(429).end(), 'look whether somebody else uses up the rate limit'],
  [
    'a way to log in',
    (_, response) => response.writeHead(302, { location: '/login' }).end(),
    'lead to the API, and not to /login',
  ],
]

test.each(monotonous)(
  'a server that answers everything with %s is not conformant, and a hint says why',
  async (_, ...[answer, hint]) => {
    const config = await configFor(http(answer)())
    const { code, output } = await runCommandLine(['run'], { config })
    expect(code).toBe(1)
    expect(output).toContain(hint)
    expect(output).toMatch(/NON-CONFORMANT .* with requirements/)
    expect(output).not.toMatch(/^ +at .*[.]ts:\d+/m)
  },
)

test('a hook that fails blocks what needs it, and says what it was asked and what came', async () => {
  const world = await serveWorld()
  onTestFinished(world.close)
  const port = await listen(http((_, response) => response.end(page))())
  const hooks = {
    ...Object(world.config['hooks']),
    creditBalance: { url: `http://127.0.0.1:${port}/balance`, method: 'GET', pick: '/credits' },
    regenerateKey: { url: 'http://127.0.0.1:1/keys/{flowId}', pick: '/key' },
    endedRuns: { command: ['no-such-command'] },
  }
  const only = 'exe-credit,key-regenerated,run-async'
  const { code, output } = await runCommandLine(['run', '--only', only], { config: { ...world.config, hooks } })
  expect(output).toContain(
    `exe-credit: hooks.creditBalance: GET http://127.0.0.1:${port}/balance answered 200 without a string or a number at /credits`,
  )
  expect(output).toMatch(/key-regenerated: hooks.regenerateKey: POST http:\/\/127.0.0.1:1\/keys\/echo got no answer: bad port/)
  expect(output).toContain('run-async: hooks.endedRuns: spawn no-such-command ENOENT')
  expect(output).not.toMatch(/^ +at .*[.]ts:\d+/m)
  expect(code).toBe(3)
})

/** The configuration of the reference server with its own hooks, and the address of another server. */
async function configFor(server: Server): Promise<Readonly<Record<string, unknown>>> {
  const world = await serveWorld()
  onTestFinished(world.close)
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
