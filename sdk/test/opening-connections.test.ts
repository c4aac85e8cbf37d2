import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { createWorkflowClient } from '@wfhost/sdk'
import { createNodeTransport, type NodeTransport } from '@wfhost/sdk/node'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SUCCESS } from './faults.ts'
import { rejectionOf } from './test-client.ts'

beforeEach(() => vi.stubEnv('NO_PROXY', '127.0.0.1'))
afterEach(() => vi.unstubAllEnvs())

/** A server whose clients wait for a connection, with its open sockets. */
interface SilentServer extends AsyncDisposable {
  readonly baseUrl: string
  readonly open: ReadonlySet<Duplex>
}

async function start(server: Server | TcpServer): Promise<Omit<SilentServer, 'baseUrl'> & { readonly port: number }> {
  const open = new Set<Duplex>()
  server.on('connection', (socket: Duplex) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    open,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

/** A port that accepts connections, and never responds to a TLS handshake. */
async function startSilentPort(): Promise<SilentServer> {
  const server = await start(createTcpServer((socket) => socket.resume()))
  return { ...server, baseUrl: `https://127.0.0.1:${server.port}` }
}

/** A proxy that handles CONNECT as given. It becomes the proxy of the environment. */
async function startProxy(onConnect: (socket: Duplex) => void): Promise<SilentServer> {
  const server = await start(
    createServer().on('connect', (_request, socket) => {
      socket.resume()
      socket.on('end', () => socket.end())
      onConnect(socket)
    }),
  )
  vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${server.port}`)
  vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${server.port}`)
  return { ...server, baseUrl: 'https://behind.the.proxy.test' }
}

/** A proxy that speaks TLS by its address, and never responds to the handshake. */
async function startSilentTlsProxy(): Promise<SilentServer> {
  const server = await start(createTcpServer((socket) => socket.resume()))
  vi.stubEnv('HTTPS_PROXY', `https://127.0.0.1:${server.port}`)
  return { ...server, baseUrl: 'https://behind.the.proxy.test' }
}

const SILENT_SERVERS = [
  { what: 'a port that never responds to the TLS handshake', startServer: startSilentPort },
  { what: 'a proxy that never responds to CONNECT', startServer: () => startProxy(() => {}) },
  { what: 'a proxy that never responds to its own TLS handshake', startServer: startSilentTlsProxy },
  {
    what: 'a tunnel in which nobody responds to the TLS handshake',
    startServer: () => startProxy((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')),
  },
  {
    what: 'a proxy for http that never responds to CONNECT',
    startServer: async () => ({ ...(await startProxy(() => {})), baseUrl: 'http://behind.the.proxy.test' }),
  },
]

function runOver(transport: NodeTransport, baseUrl: string, timeout: number) {
  const client = createWorkflowClient({ baseUrl, apiKey: 'canary', logLevel: 'off', maxRetries: 0, transport })
  return client.run('flow', {}, { timeout })
}

describe.each(SILENT_SERVERS)('A connection to $what', ({ startServer }) => {
  test('ends when the request is aborted, while other requests of the transport are in progress', async () => {
    await using server = await startServer()
    await using slowServer = await start(
      createServer((request, reply) => {
        request.resume()
        setTimeout(() => reply.end(SUCCESS), 1_500)
      }),
    )
    await using transport = createNodeTransport()
    const otherRun = runOver(transport, `http://127.0.0.1:${slowServer.port}`, 10_000)

    const runs = [100, 200, 300].map((timeout) => rejectionOf(runOver(transport, server.baseUrl, timeout)))
    const errors = await Promise.all(runs)

    expect(errors).toMatchObject(Array.from({ length: 3 }, () => ({ name: 'APITimeoutError', mayHaveRun: false })))
    await expect.poll(() => server.open.size).toBe(0)
    expect(await otherRun).toMatchObject({ status: 'success' })
  })

  test('does not delay the end of the transport', async () => {
    await using server = await startServer()
    const transport = createNodeTransport()
    await rejectionOf(runOver(transport, server.baseUrl, 100))

    await expect(Promise.race([transport.close(), delay(1_000)])).resolves.toBeUndefined()
  })
})

test.each([
  { proxy: 'http://127.0.0.1:1', reason: 'ECONNREFUSED' },
  { proxy: 'http://user:canary-of-the-proxy@127.0.0.1:1', reason: 'ECONNREFUSED' },
  { proxy: 'https://127.0.0.1:1', reason: 'ECONNREFUSED' },
  { proxy: 'http://no.such.host.invalid:8080', reason: 'ENOTFOUND' },
])('The error of the proxy $proxy that cannot be reached names the proxy', async ({ proxy, reason }) => {
  vi.stubEnv('HTTPS_PROXY', proxy)
  await using transport = createNodeTransport()

  const error = await rejectionOf(runOver(transport, 'https://behind.the.proxy.test', 5_000))

  const place = new URL(proxy).host
  expect(error).toMatchObject({ name: 'APIConnectionError', mayHaveRun: false })
  expect(String(error)).toContain(`(the proxy ${place} cannot be reached: ${reason})`)
})

test('A proxy that responds to CONNECT with a page receives a limited number of requests', async () => {
  let connects = 0
  await using server = await startProxy((socket) => {
    connects += 1
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n<html>captive</html>')
  })
  await using transport = createNodeTransport()

  const error = await rejectionOf(runOver(transport, 'http://behind.the.proxy.test', 5_000))

  expect(error).toMatchObject({ name: 'APIConnectionError', mayHaveRun: false })
  expect(String(error)).toContain('(each connection was closed before the request)')
  expect(connects).toBe(3)
  await expect.poll(() => server.open.size).toBe(0)
})

test('Closing a transport waits for a request in progress, and its response arrives', async () => {
  await using server = await start(
    createServer((request, reply) => {
      request.resume()
      setTimeout(() => reply.end(SUCCESS), 300)
    }),
  )
  const transport = createNodeTransport()
  const run = runOver(transport, `http://127.0.0.1:${server.port}`, 5_000)
  await delay(100)
  let isClosed = false

  const closing = transport.close().then(() => {
    isClosed = true
  })
  await delay(100)
  expect(isClosed).toBe(false)

  expect(await run).toMatchObject({ status: 'success' })
  await closing
  await expect.poll(() => server.open.size).toBe(0)
})

function delay(milliseconds: number): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, 'still pending'))
}
