import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { createRegistryClient, createWorkflowClient, type WorkflowClientOptions } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { succeededRun } from '../../tools/scripts/run-bodies.ts'
import { clientOf, rejectionOf } from './test-client.ts'
import { TRANSPORTS } from './transports.ts'

/** A server that responds to every request in one way. */
async function serve(respond: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume()
    respond(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const LIMIT = 100_000

function clientFor(baseUrl: string, options: WorkflowClientOptions = {}) {
  return createWorkflowClient({ baseUrl, apiKey: 'canary', maxResponseBytes: LIMIT, maxRetries: 0, ...options })
}

/** A run whose body has a certain number of bytes. */
function bodyOf(bytes: number): string {
  const empty = JSON.stringify(succeededRun(''))
  return JSON.stringify(succeededRun('x'.repeat(bytes - empty.length)))
}

const WAYS: Readonly<Record<string, (response: ServerResponse, body: string) => void>> = {
  'with its length': (response, body) => response.setHeader('content-length', body.length).end(body),
  'in chunks': (response, body) => {
    response.write(body.slice(0, 10))
    response.end(body.slice(10))
  },
  compressed: (response, body) => response.setHeader('content-encoding', 'gzip').end(gzipSync(body)),
  'compressed without a header': (response, body) => response.setHeader('content-encoding', 'deflate').end(deflateRawSync(body)),
}

const RESPONSES = TRANSPORTS.flatMap((transport) => Object.entries(WAYS).map(([way, send]) => ({ ...transport, way, send })))

describe('A response', () => {
  test.each(RESPONSES)('that comes $way over $over is read up to the limit, and not beyond', async ({ send, transport }) => {
    await using exact = await serve((response) => send(response, bodyOf(LIMIT)))
    expect((await clientFor(exact.url, { transport }).run('flow')).status).toBe('success')

    await using larger = await serve((response) => send(response, bodyOf(LIMIT + 1)))
    expect(await rejectionOf(clientFor(larger.url, { transport }).run('flow'))).toMatchObject({
      name: 'APIError',
      status: 200,
      mayHaveRun: true,
      message: `Cannot run workflow flow: the response is larger than ${LIMIT} bytes. Raise maxResponseBytes to read it`,
    })
  })

  test('of the registry has the same limit', async () => {
    await using server = await serve((response) => response.end(`{"a":"${'x'.repeat(LIMIT)}"}`))
    const registry = createRegistryClient({ baseUrl: server.url, apiKey: 'canary', maxResponseBytes: LIMIT })
    expect(await rejectionOf(registry.manifest())).toMatchObject({ status: 200, mayHaveRun: false })
  })

  test.each(TRANSPORTS)(
    'that decompresses to 600 MB takes little memory over $over',
    { timeout: 30_000 },
    async ({ transport }) => {
      const bomb = deflateRawSync(Buffer.alloc(600_000_000, ' '))
      await using server = await serve((response) => response.setHeader('content-encoding', 'deflate').end(bomb))
      const before = process.memoryUsage().rss
      const error = await rejectionOf(clientFor(server.url, { maxResponseBytes: undefined, transport }).run('flow'))
      expect(error).toMatchObject({ message: expect.stringContaining('larger than 67108864 bytes') })
      expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000)
    },
  )

  test.each([0, -1, Number.NaN, '1'])('has a limit of at least one byte: %s', async (maxResponseBytes) => {
    const options = { maxResponseBytes: maxResponseBytes as number }
    const message = expect.stringContaining('Cannot use maxResponseBytes: expected a number of 1 or more')
    await expect(clientOf().client.run('flow', {}, options)).rejects.toMatchObject({ name: 'ConfigurationError', message })
  })
})

describe('The body of an error', () => {
  test.each([401, 404, 429, 500, 503])(
    'that never ends delays a call for a short time: %i',
    { timeout: 15_000 },
    async (status) => {
      await using server = await serve((response) => {
        response.writeHead(status, { 'content-type': 'text/plain' })
        const send = () => response.writable && response.write('x'.repeat(65_536), () => setImmediate(send))
        send()
      })
      const startedAt = performance.now()
      expect(await rejectionOf(clientFor(server.url).run('flow'))).toMatchObject({ status })
      expect(performance.now() - startedAt).toBeLessThan(5_000)
    },
  )

  test('that stops in the middle is shown up to that point', { timeout: 15_000 }, async () => {
    await using server = await serve((response) => void response.writeHead(500).write(`no room left ${' '.repeat(2_000)}`))
    expect(await rejectionOf(clientFor(server.url).run('flow'))).toMatchObject({
      status: 500,
      message: 'Cannot run workflow flow: the service responded with 500: no room left …',
    })
  })

  test('that is cut within a key shows no part of the key', async () => {
    const key = 'wfk_S3cretKey_0123456789'
    for (const start of [65_536 - 24, 65_536 - 12, 65_536 - 6, 65_536 - 1]) {
      const fetch = async () => new Response(`${'x'.repeat(start)}${key}${'y'.repeat(70_000)}`, { status: 500 })
      const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: key, fetch, maxRetries: 0 })
      client.api.use({
        onResponse: async ({ response }) => {
          expect(await response.clone().text()).not.toMatch(/wfk|S3cret/)
        },
      })
      expect(await rejectionOf(client.run('flow'))).toMatchObject({ status: 500 })
    }
  })
})

describe('The body of a failed run', () => {
  const failed = JSON.stringify({ status: 'failed', error: { name: 'E', value: 'v', traceback: 't' }, stepOutputs: {} })

  test.each([200, 201, 422, 500])('is a result with %i', async (status) => {
    expect(await clientOf(() => new Response(failed, { status })).client.run('flow')).toMatchObject({ status: 'failed' })
  })

  test.each([300, 307, 400, 401, 402, 403, 404, 408, 409, 429, 502, 503, 504])(
    'rejects %i with the body of a result: the status decides',
    async (status) => {
      const { client } = clientOf(() => new Response(failed, { status }), { maxRetries: 0 })
      expect(await rejectionOf(client.run('flow'))).toMatchObject({ status })
    },
  )

  test('with 401 makes the client read another key', async () => {
    const keys = ['old-key', 'new-key']
    const responses = [() => new Response(failed, { status: 401 }), () => Response.json(succeededRun(1))]
    const { client, sent } = clientOf(responses, { apiKey: () => keys.shift() ?? 'new-key' })
    expect((await client.run('flow')).status).toBe('success')
    expect(sent).toHaveLength(2)
  })
})
