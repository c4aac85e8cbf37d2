import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { createWorkflowClient, type WorkflowClientOptions } from '@wfhost/sdk'
import { createNodeTransport } from '@wfhost/sdk/node'
import { build } from 'esbuild'
import { Agent, interceptors } from 'undici'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SUCCESS } from './faults.ts'
import { response, startRawServer } from './raw-server.ts'
import { rejectionOf } from './test-client.ts'

// Other files of tests run in the same process afterwards.
afterEach(() => vi.unstubAllEnvs())

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function clientFor(baseUrl: string, options: WorkflowClientOptions = {}) {
  return createWorkflowClient({ baseUrl, apiKey: 'canary', random: () => 0, logLevel: 'off', maxRetries: 0, ...options })
}

describe('A client over the Node transport', () => {
  test('sends the same request as over fetch, with the headers that fetch adds', async () => {
    const received: object[] = []
    await using server = await serve((request, reply) => {
      const { authorization, accept, 'content-type': type, 'content-length': length, 'user-agent': agent } = request.headers
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        received.push({ method: request.method, url: request.url, authorization, accept, type, length, agent, body })
        reply.end(SUCCESS)
      })
    })
    await using transport = createNodeTransport()

    for (const options of [{}, { transport }]) await clientFor(server.url, options).run('flow', { name: 'Zoë 😀' })

    expect(received).toHaveLength(2)
    expect(received[1]).toEqual(received[0])
  })

  test.each([
    ['repeats a refused run', 429, () => interceptors.retry({ methods: ['POST'], maxRetries: 1, minTimeout: 1, maxTimeout: 1 })],
    ['repeats a run after an error', 500, () => interceptors.retry({ methods: ['POST'], maxRetries: 1, minTimeout: 1 })],
    ['follows a redirect', 307, () => interceptors.redirect({ maxRedirections: 1 })],
  ])('stops a dispatcher that %s, and says so', async (_, status, createInterceptor) => {
    let received = 0
    await using server = await serve((request, reply) => {
      received += 1
      request.resume().on('end', () => reply.writeHead(status, { location: '/elsewhere' }).end('{}'))
    })
    const transport = createNodeTransport({ dispatcher: new Agent().compose(createInterceptor()) })

    const error = await rejectionOf(clientFor(server.url, { transport }).run('flow'))

    expect(received).toBe(1)
    expect(error).toMatchObject({
      message: expect.stringContaining('(REPEATED_BY_DISPATCHER)'),
      mayHaveRun: true,
      cause: { message: expect.stringContaining('remove its interceptor') },
    })
  })

  test.each([
    { encoding: 'gzip', compress: gzipSync },
    { encoding: 'deflate', compress: deflateSync },
    { encoding: 'deflate', compress: deflateRawSync },
    { encoding: 'br', compress: brotliCompressSync },
    { encoding: 'gzip, br', compress: (text: string) => brotliCompressSync(gzipSync(text)) },
  ])('reads a body that is compressed with $encoding', async ({ compress, encoding }) => {
    await using server = await serve((request, reply) => {
      request.resume()
      reply.setHeader('content-encoding', encoding).end(compress(SUCCESS))
    })
    await using transport = createNodeTransport()

    expect((await clientFor(server.url, { transport }).run('flow')).status).toBe('success')
  })

  test.each(['gzip', 'deflate', 'br'])(
    'rejects with a connection error when data of %s is broken, and the run may have happened',
    async (encoding) => {
      await using server = await serve((request, reply) => {
        request.resume()
        reply.setHeader('content-encoding', encoding).end(Buffer.from('not compressed at all'))
      })
      await using transport = createNodeTransport()

      const error = await rejectionOf(clientFor(server.url, { transport }).run('flow'))
      expect(error).toMatchObject({ name: 'APIConnectionError', mayHaveRun: true })
    },
  )

  test.each([
    { head: 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n', what: 'an informational response before the actual one' },
    { head: '', what: 'a header value in UTF-8', headers: { 'x-note': '“quoted” — Zoë' } },
    { head: '', what: 'a status text beyond Latin-1', text: 'Zażółć' },
  ])('accepts $what', async ({ head, headers = {}, text = 'Whatever' }) => {
    await using server = await startRawServer({
      onRequest: ({ socket }) =>
        void socket.write(head + response(200, { body: SUCCESS, headers }).replace('Whatever', text), 'utf8'),
    })
    await using transport = createNodeTransport()

    expect((await clientFor(server.url, { transport }).run('flow')).status).toBe('success')
  })

  test('closes once, for any number of calls', async () => {
    const transport = createNodeTransport()
    await Promise.all([transport.close(), transport.close()])
    await transport[Symbol.asyncDispose]()
    await expect(clientFor('http://localhost', { transport }).run('flow')).rejects.toMatchObject({ mayHaveRun: false })
  })

  test('refuses a proxy that is not an address, and names its variable without the value', () => {
    vi.stubEnv('HTTPS_PROXY', 'http://user:canary-of-the-proxy@127.0.0.1:99999')
    const reason = 'expected an http or https address, such as http://proxy.example:8080'
    expect(createNodeTransport).toThrow(`Cannot use the proxy of HTTPS_PROXY: ${reason}`)
  })

  test('uses a proxy without a scheme, as other tools do', async () => {
    const hosts: string[] = []
    const proxy = createServer().on('connect', ({ url = '' }, socket) => {
      hosts.push(url)
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    vi.stubEnv('HTTP_PROXY', `127.0.0.1:${(proxy.address() as AddressInfo).port}`)
    vi.stubEnv('NO_PROXY', '')
    await using transport = createNodeTransport()

    const error = await rejectionOf(clientFor('http://behind.the.proxy.test', { transport, maxRetries: 0 }).run('flow'))
    proxy.close()
    expect(error).toMatchObject({ name: 'APIConnectionError', mayHaveRun: false })
    expect(hosts).toEqual(['behind.the.proxy.test:80'])
  })

  test('shows a status that HTTP does not define', async () => {
    await using server = await startRawServer({ onRequest: ({ socket }) => void socket.write(response(799, { body: 'no' })) })
    await using transport = createNodeTransport()

    expect(await rejectionOf(clientFor(server.url, { transport }).run('flow'))).toMatchObject({ status: 799, mayHaveRun: true })
  })

  test('reads a large body that arrives slowly, without more than a window of it in memory at a time', async () => {
    const part = 'x'.repeat(100_000)
    await using server = await serve(async (request, reply) => {
      request.resume()
      const [start, end] = SUCCESS.split(':') as [string, string]
      reply.write(`${start}:`)
      for (let index = 0; index < 50; index += 1) {
        reply.write(' '.repeat(part.length))
        await new Promise((resolve) => setImmediate(resolve))
      }
      reply.end([end, ...SUCCESS.split(':').slice(2)].join(':'))
    })
    await using transport = createNodeTransport()

    expect((await clientFor(server.url, { transport }).run('flow')).status).toBe('success')
  })

  test('closes the connection of a run that is aborted', async () => {
    let isClosed = false
    const abort = new AbortController()
    await using server = await startRawServer({
      onRequest: ({ socket }) => {
        socket.on('close', () => {
          isClosed = true
        })
        abort.abort()
      },
    })
    await using transport = createNodeTransport()

    const error = await rejectionOf(clientFor(server.url, { transport }).run('flow', {}, { signal: abort.signal }))
    await expect.poll(() => isClosed).toBe(true)
    expect(error).toMatchObject({ name: 'APIUserAbortError', mayHaveRun: true })
  })

  test('trusts a certificate of its options', async () => {
    const [key, cert] = ['key', 'cert'].map((name) => readFileSync(new URL(`tls/${name}.pem`, import.meta.url), 'utf8'))
    const server = createTlsServer({ key, cert }, (request, reply) => {
      request.resume()
      reply.end(SUCCESS)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `https://localhost:${(server.address() as AddressInfo).port}`
    await using trusting = createNodeTransport({ ca: cert })
    await using other = createNodeTransport()

    expect((await clientFor(url, { transport: trusting }).run('flow')).status).toBe('success')
    expect(await rejectionOf(clientFor(url, { transport: other }).run('flow'))).toMatchObject({
      name: 'APIConnectionError',
      mayHaveRun: false,
    })
    server.closeAllConnections()
    server.close()
  })
})

describe('A dispatcher of the caller', () => {
  test('sends the requests, gives evidence, and is not closed by the transport', async () => {
    await using server = await serve((request, reply) => {
      request.resume()
      reply.end(SUCCESS)
    })
    const dispatcher = new Agent()
    const transport = createNodeTransport({ dispatcher })
    await transport.close()

    expect((await clientFor(server.url, { transport }).run('flow')).status).toBe('success')
    expect(await rejectionOf(clientFor('http://127.0.0.1:1', { transport }).run('flow'))).toMatchObject({ mayHaveRun: false })
    await dispatcher.close()
  })

  test('proves nothing with an interceptor, which can send a request that the transport does not see', async () => {
    const dispatcher = new Agent().compose(interceptors.redirect({ maxRedirections: 1 }))
    const transport = createNodeTransport({ dispatcher })

    expect(await rejectionOf(clientFor('http://127.0.0.1:1', { transport }).run('flow'))).toMatchObject({ mayHaveRun: true })
  })
})

describe('In a bundle that contains undici and renames its classes, as the command wfhost does', () => {
  test.each([
    { through: 'an agent', proxy: '' },
    { through: 'a proxy that is not there', proxy: 'http://127.0.0.1:1' },
  ])('the transport reports that nothing was sent through $through', async ({ proxy }) => {
    vi.stubEnv('http_proxy', proxy)
    const folder = await mkdtemp(join(tmpdir(), 'bundle-'))
    await build({
      entryPoints: [fileURLToPath(import.meta.resolve('@wfhost/sdk/node'))],
      outfile: join(folder, 'node.cjs'),
      bundle: true,
      minify: true,
      platform: 'node',
      conditions: ['@wfhost/source'],
      logLevel: 'error',
    })
    const bundle: typeof import('@wfhost/sdk/node') = createRequire(import.meta.url)(join(folder, 'node.cjs'))
    await using transport = bundle.createNodeTransport()

    const error = await rejectionOf(clientFor('http://127.0.0.1:1', { transport }).run('flow'))
    expect(error).toMatchObject({ name: 'APIConnectionError', mayHaveRun: false })
    await rm(folder, { recursive: true })
  })
})

test('a transport that is closed sends nothing, and a run is not tried again', async () => {
  const transport = createNodeTransport()
  await transport.close()

  const error = await rejectionOf(clientFor('http://127.0.0.1:1', { transport, maxRetries: 2 }).run('flow'))
  const message = 'Cannot send: the transport is closed; create another one'
  expect(error).toMatchObject({ name: 'ConfigurationError', mayHaveRun: false, message })
})

test.each([
  { options: { dispatcher: {} }, message: 'Cannot use dispatcher: expected a dispatcher of undici, found {}' },
  { options: { ca: 'cert.pem' }, message: 'Cannot use ca: expected certificates in PEM format, found "cert.pem"' },
  {
    options: { dispatcher: new Agent(), ca: '-----BEGIN CERTIFICATE-----' },
    message: 'Cannot use ca together with dispatcher: pass the certificates to the dispatcher',
  },
  { options: { proxy: 'http://proxy' }, message: 'Cannot use proxy: unknown option' },
])('createNodeTransport() refuses $options', ({ message, options }) => {
  expect(() => createNodeTransport(options as object)).toThrow(message)
})

test('a client refuses a transport together with a fetch', () => {
  const options = { transport: createNodeTransport(), fetch: async () => new Response() }
  expect(() => clientFor('http://127.0.0.1:1', options)).toThrow('Cannot use transport together with fetch: pass one of them')
})
