import { createRegistryClient, createWorkflowClient, NotSentError } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { SUCCESS, succeeded } from './faults.ts'
import { response, startRawServer } from './raw-server.ts'
import { clientOf, serviceOf } from './test-client.ts'

function random(): number {
  return 0
}

describe('A call', () => {
  test('is repeated if no server listens, and succeeds when one listens', async () => {
    const closed = await startRawServer({})
    await closed.close()
    const { port } = new URL(closed.url)
    await using server = await startRawServer({ onRequest: ({ socket }) => socket.write(response(200, { body: SUCCESS })) })
    let attempts = 0
    const countAttempt = () => {
      attempts += 1
    }
    const hooks = { onRequest: countAttempt }
    const client = createWorkflowClient({ baseUrl: closed.url, apiKey: 'canary', random, hooks })
    client.api.use({
      onRequest: ({ request }) =>
        attempts === 1 ? undefined : new Request(request.url.replace(port, new URL(server.url).port), request),
    })
    expect((await client.run('flow')).status).toBe('success')
    expect([attempts, server.counted.requests]).toEqual([2, 1])
  })

  test('for a run is repeated after a NotSentError of its fetch', async () => {
    const fail = () => Promise.reject(new NotSentError('The tunnel is down'))
    const { client, sent } = clientOf([fail, fail, succeeded])
    expect((await client.run('flow')).status).toBe('success')
    expect(sent).toHaveLength(3)
  })

  test('to a name that does not resolve rejects as not sent', async () => {
    const client = createWorkflowClient({ baseUrl: 'http://nowhere.invalid', apiKey: 'canary', random, maxRetries: 1 })
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'APIConnectionError', mayHaveRun: false })
  })

  test.each([500, 503, 408])('for a manifest is repeated after %i', async (status) => {
    await using server = await startRawServer({
      onRequest: ({ number, socket }) => socket.write(number < 3 ? response(status) : response(200, { body: '{}' })),
    })
    const client = createRegistryClient({ baseUrl: server.url, apiKey: 'canary', random })
    expect(await client.manifest()).toEqual({})
    expect(server.counted.requests).toBe(3)
  })

  test('for a manifest is repeated after a reset', async () => {
    await using server = await startRawServer({
      onRequest: ({ number, socket }) => (number === 1 ? socket.resetAndDestroy() : socket.write(response(200, { body: '{}' }))),
    })
    const client = createRegistryClient({ baseUrl: server.url, apiKey: 'canary', random })
    expect(await client.organizationManifest('acme')).toEqual({})
  })

  test('for a manifest is repeated after an attempt that took too long', async () => {
    const clock = createFakeClock()
    const { fetch, sent } = serviceOf([() => new Promise(() => {}), () => new Response('{}')])
    const options = { baseUrl: 'http://localhost', apiKey: 'canary', random, clock, fetch, timeout: 1000 }
    const manifest = createRegistryClient(options).manifest()
    await clock.advance(1000)
    expect([await manifest, sent.length]).toEqual([{}, 2])
  })

  test('for a run is repeated after a reset if the caller accepts that it may run twice', async () => {
    await using server = await startRawServer({
      onRequest: ({ number, socket }) =>
        number === 1 ? socket.resetAndDestroy() : socket.write(response(200, { body: SUCCESS })),
    })
    const client = createWorkflowClient({ baseUrl: server.url, apiKey: 'canary', random, idempotent: true })
    expect((await client.run('flow')).status).toBe('success')
  })

  test('that may have run in an earlier attempt has mayHaveRun: true when a later one is refused', async () => {
    await using server = await startRawServer({
      onRequest: ({ number, socket }) => (number === 1 ? socket.resetAndDestroy() : socket.write(response(403))),
    })
    const client = createWorkflowClient({ baseUrl: server.url, apiKey: 'canary', random, idempotent: true })
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'PermissionDeniedError', mayHaveRun: true })
  })

  test('that may have run in an earlier attempt has mayHaveRun: true when it is aborted before the next', async () => {
    await using server = await startRawServer({ onRequest: ({ socket }) => socket.resetAndDestroy() })
    const controller = new AbortController()
    const hooks = { onRetry: () => setTimeout(() => controller.abort('enough'), 0) }
    const options = { baseUrl: server.url, apiKey: 'canary', random: () => 1, idempotent: true, hooks }
    const call = createWorkflowClient(options).run('flow', {}, { signal: controller.signal })
    await expect(call).rejects.toMatchObject({ name: 'APIUserAbortError', cause: 'enough', mayHaveRun: true })
  })

  test('carries one idempotency ID in all its attempts and another in the next call', async () => {
    const ids: (string | undefined)[] = []
    await using server = await startRawServer({
      onRequest: ({ number, text, socket }) => {
        ids.push(/idempotency-key: (\S+)/i.exec(text)?.[1])
        return number === 1 ? socket.resetAndDestroy() : socket.write(response(200, { body: SUCCESS }))
      },
    })
    const options = { baseUrl: server.url, apiKey: 'canary', random, idempotencyHeader: 'Idempotency-Key' }
    const client = createWorkflowClient(options)
    await client.run('flow')
    await client.run('flow')
    expect(ids).toHaveLength(3)
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  test('carries the ID of its caller instead of its own, with the header name in any case', async () => {
    const { client, sent } = clientOf(succeeded, { idempotencyHeader: 'x-id' })
    await client.run('flow', {}, { headers: { 'X-Id': 'delivery-1' } })
    await client.withOptions({ headers: { 'X-ID': 'client' } }).run('flow', {}, { headers: { 'X-Id': 'call' } })
    expect(sent.map(({ headers }) => headers.get('x-id'))).toEqual(['delivery-1', 'call'])
  })

  test('carries an ID of its own if the ID of its caller is empty, and never an ID as its key', async () => {
    const { client, sent } = clientOf(succeeded, { idempotencyHeader: 'x-id' })
    await client.run('flow', {}, { headers: { 'X-Id': '' } })
    expect(sent[0]?.headers.get('x-id')).toMatch(/^[0-9a-f-]{36}$/)
    const keyed = client.withOptions({ idempotencyHeader: 'Authorization' })
    await expect(keyed.run('flow')).rejects.toThrow('Cannot use header Authorization: it carries apiKey')
  })
})
