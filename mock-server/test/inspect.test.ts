import {
  createMockHost,
  createMockService,
  createSampleWorld,
  type MockHost,
  MockStateError,
  sampleKeys,
} from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { run } from './call-api.ts'

async function get(host: MockHost, path: string): Promise<Response> {
  return host.fetch(new Request(`http://localhost${path}`))
}

async function inspect(
  host: MockHost,
  name: string,
  input: object = {},
): Promise<{ readonly result: unknown; readonly message: unknown }> {
  const request = new Request(`http://localhost/__mock/inspect/${name}`, { method: 'POST', body: JSON.stringify(input) })
  return Object(await (await host.fetch(request)).json())
}

const key = sampleKeys.workflows.echo

test('shows the keys of registries by their names, and an unknown one as unknown', async () => {
  const host = createMockHost(createSampleWorld)
  const manifestUrl = 'http://127.0.0.1:4010/v1/public/wfhost/manifest'
  host.service.registries.add('support', { name: 'known', apiKey: sampleKeys.defaultEnvironment, manifestUrl })
  host.service.registries.add('support', { name: 'unknown', apiKey: 'nobody-has-it', manifestUrl })
  const { result } = await inspect(host, 'overview')
  const registries = Object(result).workspaces.find(({ id }: { id: string }) => id === 'support').registries
  expect(registries).toContainEqual(
    expect.objectContaining({ name: 'known', key: expect.stringMatching(/^\[key .* of acme\]$/) }),
  )
  expect(registries).toContainEqual(expect.objectContaining({ name: 'unknown', key: '[unknown]' }))
})

test('sends a request again with its body, and returns its new number', async () => {
  const host = createMockHost(createSampleWorld)
  await run(host, { flowId: 'echo', key, args: { text: 'again' } })
  expect(await inspect(host, 'sendAgain', { number: 1 })).toEqual({ result: 2 })
  await host.service.waitForRuns()
  expect(host.service.journal()[1]).toMatchObject({ number: 2, response: { status: 200 } })
  expect(await inspect(host, 'sendAgain', { number: 9 })).toEqual({
    message: 'Cannot look at request 9: the journal has forgotten it',
  })
})

test('shows a run by its ID, and names a run that is not remembered', async () => {
  const host = createMockHost(createSampleWorld)
  await run(host, { flowId: 'echo', key, args: { text: 'a' } })
  const runId = host.service.runs()[0]?.runId
  expect(await inspect(host, 'run', { runId })).toMatchObject({ result: { runId, status: 'success', args: { text: 'a' } } })
  expect(await inspect(host, 'run', { runId: 'run_x' })).toEqual({ message: 'Cannot look at run "run_x": it is not remembered' })
})

test('cites requirements only for refused requests, and only for paths of the document', async () => {
  const host = createMockHost(createSampleWorld)
  await run(host, { flowId: 'echo', key: 'nobody' })
  await get(host, '/elsewhere')
  const [refused, elsewhere] = [await inspect(host, 'explain', { number: 1 }), await inspect(host, 'explain', { number: 2 })]
  expect(Object(refused.result).requirements.map(({ id }: { id: string }) => id)).toContain('KEY-INVALID')
  expect(Object(elsewhere.result).requirements).toEqual([])
})

test('finds exchanges by a text in their paths, headers and bodies', async () => {
  const host = createMockHost(createSampleWorld)
  await run(host, { flowId: 'echo', key, args: { text: 'Needle' } })
  await run(host, { flowId: 'echo', key, args: { text: `${'x'.repeat(50_000)}nEEdle` } })
  await get(host, '/hay?needle=1')
  await get(host, '/hay')
  expect(await inspect(host, 'findExchanges', { text: 'needle' })).toEqual({ result: [1, 2, 3] })
})

test('leads from /__mock to the inspector, unless the control surface is closed', async () => {
  const open = await get(createMockHost(createSampleWorld), '/__mock')
  expect([open.status, open.headers.get('location')]).toEqual([308, '__mock/'])
  const closed = createMockHost(createSampleWorld, { control: false })
  expect((await get(closed, '/__mock')).status).toBe(404)
  // @ts-expect-error: only false closes it.
  expect(() => createMockHost(createSampleWorld, { control: true })).toThrow(MockStateError)
})

test('serves the world file and its own document, each at its path and only with GET', async () => {
  const host = createMockHost(createSampleWorld, { worldFile: async () => ({ name: 'world.yaml', text: '{}' }) })
  expect(await (await get(host, '/__mock/world-file')).json()).toEqual({ name: 'world.yaml', text: '{}' })
  expect(await (await get(host, '/__mock/openapi.json')).json()).toHaveProperty('openapi')
  const post = new Request('http://localhost/__mock/openapi.json', { method: 'POST' })
  for (const response of [await get(host, '/__mock/openapi.json/more'), await get(host, '/__mock/other'), await host.fetch(post)])
    expect(response.status).toBe(404)
})

test('restores a clock that is ahead from a state', () => {
  const ahead = createMockService({}, { state: { ...createMockService().state(), clock: { aheadMs: 3_600_000 } } })
  expect(ahead.clock.now()).toBeGreaterThan(Date.now() + 3_500_000)
})

test('reports both lengths if a list is longer or shorter than expected', async () => {
  const service = createMockService(createSampleWorld())
  await run(service, { flowId: 'echo', key, args: { text: 'a' } })
  const pattern = { body: { args: [] } }
  expect(service.journal(pattern)).toEqual([])
  await expect(service.waitForRequest(pattern, { timeout: 1 })).rejects.toThrow('body.args: expected 0 items, found 1')
  expect(service.journal({ body: { args: [{ name: 'text' }] } })).toHaveLength(1)
})

test('a rate limit counts each key separately', async () => {
  const service = createMockService(createSampleWorld())
  service.setRateLimit({ requests: 1, windowMs: 60_000, per: 'key' })
  expect((await run(service, { flowId: 'echo', key, args: { text: 'a' } })).status).toBe(200)
  expect((await run(service, { flowId: 'echo', key, args: { text: 'a' } })).status).toBe(429)
  expect((await run(service, { flowId: 'echo', key: sampleKeys.workflows['charge-card'] })).status).not.toBe(429)
})

test('a latency fault delays a request, which then succeeds', async () => {
  const service = createMockService(createSampleWorld())
  service.addFault({ kind: 'latency', latency: { distribution: 'fixed', ms: 1 } })
  expect((await run(service, { flowId: 'echo', key, args: { text: 'a' } })).status).toBe(200)
})

test('suggests an operation for a similar path, and none for other paths', async () => {
  const service = createMockService(createSampleWorld())
  const messageAt = async (path: string): Promise<string> =>
    (await (await service.fetch(`http://localhost${path}`)).json()).message
  expect(await messageAt('/v1/public/wfhost/manifests')).toContain('the document has GET /v1/public/wfhost/manifest')
  expect(await messageAt('/api/v2/external/flow/echo/published-run')).toContain('the document has POST /api/v2/external/flows/')
  expect(await messageAt('/quite/another/thing')).toBe('No operation is at /quite/another/thing')
})

test('never suggests the word that was sent', async () => {
  const service = createMockService(createSampleWorld())
  service.add({
    organizations: [
      {
        id: 'acme',
        toolsets: [{ id: 'unpublished', versions: [{ version: '1', tools: [{ name: 'a', implementation: () => 1 }] }] }],
      },
    ],
  })
  const send = async (toolset: string): Promise<string> => {
    const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ toolset, tool: 'a' })
    const response = await service.fetch(
      new Request('http://localhost/v1/public/wfhost/execute', { method: 'POST', headers, body }),
    )
    return (await response.json()).message
  }
  expect(await send('unpublished')).toBe('No tool set unpublished is published to default')
  expect(await send('unpublishd')).toMatch(/; did you mean "unpublished"\?$/)
})
