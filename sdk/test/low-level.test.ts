import { createRegistryClient, createWorkflowClient, type WorkflowClientOptions } from '@wfhost/sdk'
import { createNodeTransport } from '@wfhost/sdk/node'
import { describe, expect, test } from 'vitest'
import { limited, SUCCESS, succeeded } from './faults.ts'
import { response, startRawServer } from './raw-server.ts'
import { clientOf as clientWith, type Respond, rejectionOf } from './test-client.ts'

const KEY = 'canary-key'
const RUN = '/api/v2/external/flows/{flowId}/published-run'
const init = { params: { path: { flowId: 'a b' } }, body: { args: [] } }

function clientOf(responses: readonly Respond[] = [], options: WorkflowClientOptions = {}) {
  return clientWith([...responses, succeeded], { apiKey: KEY, ...options })
}

describe('client.api', () => {
  test('sends single requests that carry the key, and resolves with data and response', async () => {
    const { client, sent } = clientOf()
    const { data, response } = await client.api.POST(RUN, init)
    expect(data).toEqual(JSON.parse(SUCCESS))
    expect(response.status).toBe(200)
    const [request] = sent
    expect(request?.url).toBe('http://localhost/api/v2/external/flows/a%20b/published-run')
    expect(request?.headers.get('authorization')).toBe(`Bearer ${KEY}`)
    expect(await request?.json()).toEqual({ args: [] })
  })

  test('uses the key of the flowId in the path, and reports a path without a flowId', async () => {
    const { client, sent } = clientOf([], { apiKey: { 'a b': 'key-a', other: 'key-o' } })
    await client.api.POST(RUN, init)
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer key-a')
    const api = createWorkflowClient<Own>({ baseUrl: 'http://localhost', apiKey: { a: 'key-a' } }).api
    const call = api.GET('/runs/{runId}', { params: { path: { runId: 'r' } } })
    await expect(call).rejects.toThrow('Cannot use apiKey: it has no key for a path without flowId')
    const mapped = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: Object(new Map()) })
    await expect(mapped.run('a')).rejects.toThrow('Cannot use apiKey: it has no key for workflow a')
  })

  test.each(['', '.', '..'])('refuses %j as a parameter of a path, which would lead to another endpoint', async (flowId) => {
    const { client, sent } = clientOf()
    const call = client.api.POST(RUN, { ...init, params: { path: { flowId } } })
    await expect(call).rejects.toThrow(`Cannot use flowId: expected an identifier, found ${JSON.stringify(flowId)}`)
    expect(sent).toEqual([])
  })

  interface Own {
    '/runs/{runId}': {
      parameters: { path: { runId: string } }
      get: {
        parameters: { path: { runId: string }; query?: { verbose?: boolean } }
        responses: { 200: { content: { 'application/json': { state: 'running' | 'done' } } } }
      }
    }
  }

  test('calls your own endpoints with your types', async () => {
    const fetch = async (request: Request) =>
      Response.json({ state: request.url.endsWith('/runs/r?verbose=true') ? 'done' : 'running' })
    const { api } = createWorkflowClient<Own>({ baseUrl: 'http://localhost', apiKey: KEY, fetch })
    const { data } = await api.GET('/runs/{runId}', { params: { path: { runId: 'r' }, query: { verbose: true } } })
    expect(data?.state).toBe('done')
    // @ts-expect-error the path is misspelt
    void api.GET('/run/{runId}', { params: { path: { runId: 'r' } } }).catch(() => {})
  })

  test('repeats safe requests, and rejects with the errors of this package, without keys', async () => {
    const { client, sent } = clientOf([() => limited(0), () => Response.json({ message: `no: ${KEY}` }, { status: 404 })])
    const refusal = { name: 'NotFoundError', status: 404, requirement: 'FLOW-UNKNOWN', body: { message: 'no: [redacted]' } }
    await expect(client.api.POST(RUN, init)).rejects.toMatchObject(refusal)
    expect(sent).toHaveLength(2)
    const broken = clientOf([], { fetch: () => Promise.reject(new TypeError(`fetch failed for ${KEY}`)) })
    const cause = { message: 'fetch failed for [redacted]' }
    await expect(broken.client.api.POST(RUN, init)).rejects.toMatchObject({ name: 'APIConnectionError', mayHaveRun: true, cause })
  })

  test('of a registry client sends the session where the API document has one, and otherwise the key', async () => {
    const sent: Headers[] = []
    const fetch = async ({ headers }: Request) => {
      sent.push(headers)
      return Response.json({})
    }
    const { api } = createRegistryClient({ baseUrl: 'http://localhost', apiKey: KEY, session: 'canary-session', fetch })
    await api.GET('/v1/orgs/{orgId}/{product}/manifest', { params: { path: { orgId: 'o', product: 'p' } } })
    await api.GET('/v1/public/{product}/manifest', { params: { path: { product: 'p' } } })
    expect(sent.map((headers) => [headers.get('cookie'), headers.get('authorization')])).toEqual([
      ['console_session=canary-session', null],
      [null, `Bearer ${KEY}`],
    ])
  })

  test('accepts a response without a body, and one that is not JSON', async () => {
    const { client } = clientOf([() => new Response(null, { status: 204 }), () => new Response('plain')])
    expect((await client.api.POST(RUN, init)).data).toBeUndefined()
    expect((await client.api.POST(RUN, init)).data).toBe('plain')
  })
})

describe('A middleware', () => {
  test('signs each attempt of run() after the key was set, also asynchronously', async () => {
    const { client, sent } = clientOf([() => limited(0)])
    let count = 0
    client.api.use({
      onRequest: async ({ request, schemaPath, params }) => {
        const body = await request.clone().text()
        await new Promise((resolve) => setTimeout(resolve, 5))
        count += 1
        const signature = [count, schemaPath === RUN, params.path?.['flowId'], body.length, request.headers.has('authorization')]
        request.headers.set('x-signature', signature.join())
      },
    })
    await client.run('flow')
    expect(sent.map(({ headers }) => headers.get('x-signature'))).toEqual(['1,true,flow,25,true', '2,true,flow,25,true'])
  })

  test.each([
    { over: 'fetch', transport: undefined },
    { over: 'the Node transport', transport: createNodeTransport() },
  ])('that reads the body without a clone is named in the reason, and not repeated, over $over', async ({ transport }) => {
    let attempts = 0
    const client = createWorkflowClient({ baseUrl: 'http://localhost:1', apiKey: KEY, logLevel: 'off', transport })
    client.api.use({
      onRequest: async ({ request }) => {
        attempts += 1
        await request.text()
      },
    })
    await expect(client.run('flow')).rejects.toMatchObject({
      mayHaveRun: false,
      message: expect.stringMatching(/could not be sent to localhost:1 \(.+ already been (read|used)\.?\)$/),
    })
    expect(attempts).toBe(1)
  })

  test('that throws stops the call before anything is sent', async () => {
    const { client, sent } = clientOf()
    const veto = { onRequest: () => Promise.reject(new Error(`not with ${KEY}`)) }
    client.api.use(veto)
    const refusal = { name: 'ConfigurationError', mayHaveRun: false, cause: { message: 'not with [redacted]' } }
    await expect(client.run('flow')).rejects.toMatchObject(refusal)
    await expect(client.withOptions({ maxRetries: 0 }).start('flow')).rejects.toMatchObject(refusal)
    expect(sent).toEqual([])
    client.api.eject(veto)
    expect((await client.run('flow')).status).toBe('success')
  })

  test('may replace the request, whose redirect is not followed', async () => {
    await using elsewhere = await startRawServer({ onRequest: ({ socket }) => socket.write(response(200, { body: SUCCESS })) })
    const headers = { location: elsewhere.url }
    await using server = await startRawServer({ onRequest: ({ socket }) => socket.write(response(307, { headers })) })
    const client = createWorkflowClient({ baseUrl: 'http://127.0.0.1:9', apiKey: KEY })
    client.api.use({
      onRequest: ({ request }) => new Request(server.url, { method: 'POST', headers: request.headers, body: 'x' }),
    })
    await expect(client.run('flow')).rejects.toMatchObject({ status: 307, mayHaveRun: false })
    expect([server.counted.requests, elsewhere.counted.connections]).toEqual([1, 0])
  })

  test('receives the unchanged response, and may replace it', async () => {
    const { client } = clientOf([() => Response.json({ data: JSON.parse(SUCCESS) }, { headers: { 'x-request-id': '7' } })])
    client.api.use({ onResponse: async ({ response }) => Response.json(((await response.json()) as { data: unknown }).data) })
    expect(await client.run('flow')).toEqual(JSON.parse(SUCCESS))
  })

  test.each([200, 404])('may respond in place of the service: %i', async (status) => {
    const { client, sent } = clientOf()
    client.api.use({ onRequest: () => new Response(status === 200 ? SUCCESS : '{"message":"none"}', { status }) })
    const outcome = status === 200 ? await client.run('flow') : await rejectionOf(client.run('flow'))
    expect(outcome).toMatchObject(status === 200 ? { result: 1 } : { name: 'NotFoundError', body: { message: 'none' } })
    expect(sent).toEqual([])
  })

  test.each([
    { status: 200, mayHaveRun: true },
    { status: 404, mayHaveRun: false },
  ])('that throws after a response with $status makes the call reject, and the error has mayHaveRun', async (row) => {
    const { client, sent } = clientOf([() => new Response(SUCCESS, { status: row.status })])
    client.api.use({ onResponse: () => Promise.reject(new Error(`no signature of ${KEY}`)) })
    const message = 'Cannot run workflow flow: a middleware failed: Error: no signature of [redacted]'
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'APIError', ...row, message })
    expect(sent).toHaveLength(1)
  })

  test('that takes too long ends by the timeout, and nothing is sent afterwards', async () => {
    const { client, sent } = clientOf([], { timeout: 20, maxRetries: 0 })
    let end = () => {}
    client.api.use({ onRequest: () => new Promise<undefined>((resolve) => (end = () => resolve(undefined))) })
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'APITimeoutError', mayHaveRun: false })
    end()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(sent).toEqual([])
  })
})
