import { createMockControl, createMockHost, createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'
import { getPublicUrl } from '../src/core/requests/public-url.ts'
import { run } from './call-api.ts'

const key = sampleKeys.defaultEnvironment
const execute = '/v1/public/wfhost/execute'

type Target = { readonly fetch: (request: Request) => Promise<Response> }

async function executeUrlOf(
  target: Target,
  { headers = {}, path = '' }: { headers?: Record<string, string>; path?: string } = {},
): Promise<unknown> {
  const url = `http://127.0.0.1:4010${path}/v1/public/wfhost/manifest`
  const response = await target.fetch(new Request(url, { headers: { authorization: `Bearer ${key}`, ...headers } }))
  return (await response.json()).executeUrl
}

const forwarded = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'mock.example.org',
  'x-forwarded-prefix': '/wfhost',
}

test('a manifest names the public URL, and the service still responds at its own URL', async () => {
  const service = createMockService(createSampleWorld(), { publicUrl: 'https://mock.example.org/wfhost/' })
  expect(await executeUrlOf(service)).toBe(`https://mock.example.org/wfhost${execute}`)
  expect(await executeUrlOf(service, { headers: forwarded })).toBe(`https://mock.example.org/wfhost${execute}`)
})

test('a workflow uses a tool through the manifest of its own service behind a public URL', async () => {
  const service = createMockService({}, { publicUrl: 'https://mock.example.org/wfhost' })
  const count = { name: 'count', parameters: [], implementation: () => 3 }
  const toolsets = [{ id: 'text', versions: [{ version: '1', tools: [count] }], published: { default: '1' } }]
  service.add({
    organizations: [{ id: 'acme', credits: 5, environments: [{ name: 'default' }], toolsets }],
    workspaces: [{ id: 'support' }],
  })
  const entry = service.registries.connect('acme', 'default')
  expect(entry.manifestUrl).toBe('https://mock.example.org/wfhost/v1/public/wfhost/manifest')
  service.registries.add('support', entry)
  await service.registries.sync('support', entry.name)
  const apiKey = service.publish({ flowId: 'f' }, (_args, { useTool }) => useTool('count', { toolset: 'text', tool: 'count' }))
  expect((await run(service, { flowId: 'f', key: apiKey })).body).toMatchObject({ status: 'success', result: 3 })
})

test('worlds of a host are below the public URL', async () => {
  const host = createMockHost(createSampleWorld, { publicUrl: 'https://mock.example.org/wfhost' })
  const control = createMockControl('http://localhost', { fetch: host.fetch })
  const world = await control.createWorld('mine')
  expect(world.url).toBe('https://mock.example.org/wfhost/worlds/mine')
  expect(await executeUrlOf(host, { path: '/worlds/mine' })).toBe(`${world.url}${execute}`)
  expect(await executeUrlOf(host)).toBe(`https://mock.example.org/wfhost${execute}`)
})

test('the headers of a proxy count only if it is trusted', async () => {
  const trusting = createMockHost(createSampleWorld, { trustProxy: true })
  const others = [createMockHost(createSampleWorld), createMockHost(createSampleWorld, { trustProxy: false })]
  expect(await executeUrlOf(trusting, { headers: forwarded })).toBe(`https://mock.example.org/wfhost${execute}`)
  expect(await executeUrlOf(trusting)).toBe(`http://127.0.0.1:4010${execute}`)
  for (const host of others) expect(await executeUrlOf(host, { headers: forwarded })).toBe(`http://127.0.0.1:4010${execute}`)
})

test('reads the headers of a proxy also over HTTP', async () => {
  const server = await listen(createMockHost(createSampleWorld, { trustProxy: true }))
  const response = await fetch(`${server.url}/v1/public/wfhost/manifest`, {
    headers: { authorization: `Bearer ${key}`, ...forwarded },
  })
  expect((await response.json()).executeUrl).toBe(`https://mock.example.org/wfhost${execute}`)
  await server.close()
})

test.each<[headers: Readonly<Record<string, string>>, url: string]>([
  [{}, 'http://localhost:4010'],
  [{ 'x-forwarded-proto': 'https' }, 'https://localhost:4010'],
  [{ 'x-forwarded-proto': 'HTTPS, http' }, 'https://localhost:4010'],
  [{ 'x-forwarded-host': 'a.example, b.example' }, 'http://a.example'],
  [{ 'x-forwarded-host': 'a.example:8443', 'x-forwarded-proto': 'https' }, 'https://a.example:8443'],
  [{ 'x-forwarded-host': 'a.example', 'x-forwarded-port': '8443', 'x-forwarded-proto': 'https' }, 'https://a.example:8443'],
  [{ 'x-forwarded-host': 'a.example', 'x-forwarded-port': '443', 'x-forwarded-proto': 'https' }, 'https://a.example'],
  [{ 'x-forwarded-host': '[::1]:80' }, 'http://[::1]'],
  [{ 'x-forwarded-prefix': '/a/b/' }, 'http://localhost:4010/a/b'],
  [{ 'x-forwarded-prefix': '/' }, 'http://localhost:4010'],
  // Values that no proxy writes.
  [{ 'x-forwarded-proto': 'javascript' }, 'http://localhost:4010'],
  [{ 'x-forwarded-host': 'a.example/path' }, 'http://localhost:4010'],
  [{ 'x-forwarded-host': 'user@a.example' }, 'http://localhost:4010'],
  [{ 'x-forwarded-host': 'a.example:99999' }, 'http://localhost:4010'],
  [{ 'x-forwarded-prefix': '//evil.example' }, 'http://localhost:4010'],
  [{ 'x-forwarded-prefix': '/a?b' }, 'http://localhost:4010'],
  [{ 'x-forwarded-port': 'x', 'x-forwarded-host': 'a.example' }, 'http://a.example'],
])('with a trusted proxy, the headers %j result in %s', (headers, url) => {
  const request = { origin: 'http://localhost:4010', header: (name: string) => headers[name] }
  expect(getPublicUrl({ publicUrl: undefined, trustProxy: true }, request)).toBe(url)
})

test('refuses a public URL that is not one', () => {
  expect(() => createMockService({}, { publicUrl: 'mock.example.org' })).toThrow(/expected a URL/)
})
