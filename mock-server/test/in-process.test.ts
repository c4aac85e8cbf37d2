import { createMockService, createSampleWorld, type Fetch, type MockService, sampleKeys } from '@wfhost/mock-server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { manifest, run } from './call-api.ts'

const url = 'http://flows.test/v1/public/wfhost/manifest'
const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }

function sample(): MockService & { readonly fetch: Fetch } {
  return createMockService(createSampleWorld())
}

describe('fetch of a service accepts the arguments of fetch', () => {
  test.each([
    ['an address', url],
    ['a URL', new URL(url)],
    ['a request', new Request(url, { headers: { authorization: 'Bearer wrong' } })],
  ])('%s, and the options of the request', async (_name, input) => {
    expect((await sample().fetch(input)).status).toBe(401)
    expect((await sample().fetch(input, { headers })).status).toBe(200)
  })

  test('rejects an invalid address as fetch does', async () => {
    await expect(sample().fetch('/v1/public/wfhost/manifest')).rejects.toBeInstanceOf(TypeError)
  })

  test('the signal that it is called with', async () => {
    const reason = new Error('left')
    await expect(sample().fetch(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  test('it can replace the global fetch', async () => {
    const sent: typeof globalThis.fetch = sample().fetch
    vi.stubGlobal('fetch', sent)
    expect((await fetch(url, { headers })).status).toBe(200)
    vi.unstubAllGlobals()
  })
})

describe('the clock of a service', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('advances by its own operations, also with faked timers', async () => {
    vi.useFakeTimers()
    const service = sample()
    service.clock.freeze()
    const now = service.clock.now()
    await service.clock.advance(5000)
    expect(service.clock).toMatchObject({ frozen: true })
    expect(service.clock.now()).toBe(now + 5000)
    service.clock.follow()
    expect(service.clock.frozen).toBe(false)
  })

  test('refuses to advance a clock that cannot be advanced', async () => {
    const service = createMockService({}, { clock: { now: Date.now, sleep: async () => {} } })
    await expect(service.clock.advance(1)).rejects.toThrow('Cannot control the clock: the service was given one of its own')
  })
})

test('a service whose base URL has a path serves the API below it, and shows it in manifests', async () => {
  const service = createMockService(createSampleWorld(), { baseUrl: 'https://example.test/worlds/a/' })
  async function get(path: string): Promise<Response> {
    return service.fetch(new Request(`http://127.0.0.1:80${path}`, { headers }))
  }
  const found = await get('/worlds/a/v1/public/wfhost/manifest')
  expect(await found.json()).toHaveProperty('executeUrl', 'https://example.test/worlds/a/v1/public/wfhost/execute')
  for (const path of [
    '/v1/public/wfhost/manifest',
    '/worlds/b/v1/public/wfhost/manifest',
    '/worlds/a',
    '/worlds/av1/public/wfhost/manifest',
  ]) {
    expect((await get(path)).status).toBe(404)
  }
})

test('a service recognizes its own registry by its URL, and calls any other registry', async () => {
  const urls: string[] = []
  const fetchElsewhere = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    urls.push(new Request(input).url)
    return new Response(null, { status: 503 })
  })
  const service = createMockService(createSampleWorld(), { baseUrl: 'http://127.0.0.1:4555' })
  const entry = service.registries.connect('acme', 'default')
  expect(entry.manifestUrl).toBe('http://127.0.0.1:4555/v1/public/wfhost/manifest')
  service.registries.add('support', entry)
  expect(await service.registries.sync('support', 'Acme')).toHaveLength(2)
  const other = { ...entry, name: 'Other', manifestUrl: 'http://127.0.0.1:4010/v1/public/wfhost/manifest' }
  service.registries.add('support', other)
  await expect(service.registries.sync('support', 'Other')).rejects.toThrow('the registry responded with 503')
  expect(urls).toEqual([other.manifestUrl])
  fetchElsewhere.mockRestore()
})

test('reports an internal error if its own response does not conform to the API document', async () => {
  const reports: string[] = []
  const mock = createMockService(createSampleWorld(), {
    onInternalError: (error) => reports.push(error.message),
  })
  const parameter = { name: 'text', type: 'string' as const }
  mock.add({
    organizations: [
      {
        id: 'acme',
        toolsets: [
          {
            id: 'wrong',
            versions: [{ version: '1', tools: [{ name: 'any', parameters: [parameter], implementation: () => null }] }],
            published: { default: '1' },
          },
        ],
      },
    ],
  })
  // A value that changes after its check.
  Reflect.set(parameter, 'name', 7)
  const response = await manifest(mock, { key: sampleKeys.defaultEnvironment })
  expect(response.status).toBe(500)
  const message =
    'The response 200 of getPublicManifest does not conform to the API document: toolsets[2].tools[0].parameters[0].name: expected'
  expect(reports).toEqual([expect.stringContaining(message)])
  expect(response.body).toEqual({ message: expect.stringContaining(message) })
})

test('reports an exception inside the server as an internal error, and sends the client no stack', async () => {
  const errors: Error[] = []
  let broken = false
  const mock = createMockService(createSampleWorld(), {
    random: () => {
      if (broken) throw new Error('There is no chance')
      return 0.5
    },
    onInternalError: (error) => errors.push(error),
  })
  broken = true
  const { body, status } = await run(mock, { flowId: 'echo', key: sampleKeys.workflows.echo })
  expect(status).toBe(500)
  expect(body).toEqual({ message: 'Internal error: There is no chance' })
  expect(errors).toHaveLength(1)
})
