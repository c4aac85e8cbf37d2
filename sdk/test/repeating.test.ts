import { createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { SUCCESS } from './faults.ts'
import { response, startRawServer } from './raw-server.ts'

function random(): number {
  return 0
}

describe('A call', () => {
  test('is repeated when nobody listens, and succeeds once somebody does', async () => {
    const closed = await startRawServer({})
    await closed.close()
    const sent: Request[] = []
    const fetch = async (request: Request) => {
      sent.push(request)
      return sent.length === 1 ? globalThis.fetch(new Request(closed.url, request)) : new Response(SUCCESS)
    }
    const client = createWorkflowClient({ baseUrl: closed.url, apiKey: 'canary', random, fetch })
    expect((await client.run('flow')).status).toBe('success')
    expect(sent).toHaveLength(2)
  })

  test.each(['UND_ERR_CONNECT_TIMEOUT', 'ECONNREFUSED', 'ENOTFOUND'])('for a run is repeated after %s', async (code) => {
    let sent = 0
    const fetch = async () => {
      sent += 1
      if (sent === 3) return new Response(SUCCESS)
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('no connection'), { code }) })
    }
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', random, fetch })
    expect((await client.run('flow')).status).toBe('success')
    expect(sent).toBe(3)
  })

  test('that was never sent says so', async () => {
    const closed = await startRawServer({})
    await closed.close()
    const client = createWorkflowClient({ baseUrl: closed.url, apiKey: 'canary', random, maxRetries: 1 })
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'APIConnectionError', mayHaveRun: false })
  })

  test('to a name that does not resolve says that it was not sent', async () => {
    const client = createWorkflowClient({ baseUrl: 'http://nowhere.invalid', apiKey: 'canary', random, maxRetries: 1 })
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'APIConnectionError', mayHaveRun: false })
  })

  test.each([500, 503, 408])('for a manifest is repeated after %i', async (status) => {
    const server = await startRawServer({
      onRequest: ({ number, socket }) => socket.write(number < 3 ? response(status) : response(200, { body: '{}' })),
    })
    const client = createRegistryClient({ registryUrl: server.url, apiKey: 'canary', random })
    expect(await client.manifest()).toEqual({})
    expect(server.counted.requests).toBe(3)
    await server.close()
  })

  test('for a manifest is repeated after a reset', async () => {
    const server = await startRawServer({
      onRequest: ({ number, socket }) => (number === 1 ? socket.resetAndDestroy() : socket.write(response(200, { body: '{}' }))),
    })
    const client = createRegistryClient({ registryUrl: server.url, apiKey: 'canary', random })
    expect(await client.organizationManifest('acme')).toEqual({})
    await server.close()
  })

  test('for a manifest is repeated after an attempt that took too long', async () => {
    const clock = createFakeClock()
    let sent = 0
    const fetch = async () => {
      sent += 1
      return sent === 1 ? new Promise<Response>(() => {}) : new Response('{}')
    }
    const client = createRegistryClient({
      registryUrl: 'http://localhost',
      apiKey: 'canary',
      random,
      clock,
      fetch,
      timeout: 1000,
    })
    const manifest = client.manifest()
    await clock.advance(1000)
    expect({ manifest: await manifest, sent }).toEqual({ manifest: {}, sent: 2 })
  })

  test('for a run is repeated after a reset if the caller accepts that it may run twice', async () => {
    const server = await startRawServer({
      onRequest: ({ number, socket }) =>
        number === 1 ? socket.resetAndDestroy() : socket.write(response(200, { body: SUCCESS })),
    })
    const client = createWorkflowClient({ baseUrl: server.url, apiKey: 'canary', random, retryUnknown: true })
    expect((await client.run('flow')).status).toBe('success')
    await server.close()
  })

  test('that may have run in an earlier attempt still says so when a later one is refused', async () => {
    const server = await startRawServer({
      onRequest: ({ number, socket }) => (number === 1 ? socket.resetAndDestroy() : socket.write(response(403))),
    })
    const client = createWorkflowClient({ baseUrl: server.url, apiKey: 'canary', random, retryUnknown: true })
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'PermissionDeniedError', mayHaveRun: true })
    await server.close()
  })

  test('that may have run in an earlier attempt still says so when it is aborted before the next', async () => {
    const server = await startRawServer({ onRequest: ({ socket }) => socket.resetAndDestroy() })
    const controller = new AbortController()
    const hooks = { onRetry: () => setTimeout(() => controller.abort('enough'), 0) }
    const options = { baseUrl: server.url, apiKey: 'canary', random: () => 1, retryUnknown: true, hooks }
    const call = createWorkflowClient(options).run('flow', {}, { signal: controller.signal })
    await expect(call).rejects.toMatchObject({ name: 'APIUserAbortError', cause: 'enough', mayHaveRun: true })
    await server.close()
  })

  test('carries one idempotency ID in all its attempts and another in the next call', async () => {
    const ids: (string | undefined)[] = []
    const server = await startRawServer({
      onRequest: ({ number, text, socket }) => {
        ids.push(/idempotency-key: (\S+)/i.exec(text)?.[1])
        return number === 1 ? socket.resetAndDestroy() : socket.write(response(200, { body: SUCCESS }))
      },
    })
    const options = { baseUrl: server.url, apiKey: 'canary', random, idempotencyHeader: 'Idempotency-Key' }
    const client = createWorkflowClient(options)
    await client.run('flow')
    await client.run('flow')
    await server.close()
    expect(ids).toHaveLength(3)
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  test('carries the ID that its caller gives in place of one of its own, whatever the case of the name', async () => {
    const ids: (string | null)[] = []
    const fetch = async (request: Request) => {
      ids.push(request.headers.get('x-id'))
      return new Response(SUCCESS)
    }
    const options = { baseUrl: 'http://localhost', apiKey: 'canary', fetch, idempotencyHeader: 'x-id' }
    await createWorkflowClient(options).run('flow', {}, { headers: { 'X-Id': 'delivery-1' } })
    await createWorkflowClient({ ...options, headers: { 'X-ID': 'client' } }).run('flow', {}, { headers: { 'X-Id': 'call' } })
    expect(ids).toEqual(['delivery-1', 'call'])
  })
})
