import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { expect, test, vi } from 'vitest'

test('a service whose base URL has a path answers below it, and says so in manifests', async () => {
  const service = createMockService(createSampleWorld(), { baseUrl: 'https://example.test/worlds/a/' })
  const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
  async function get(path: string): Promise<Response> {
    return service.fetch(new Request(`http://127.0.0.1:80${path}`, { headers }))
  }
  const manifest = await get('/worlds/a/v1/public/wfhost/manifest')
  expect(await manifest.json()).toHaveProperty('executeUrl', 'https://example.test/worlds/a/v1/public/wfhost/execute')
  for (const path of [
    '/v1/public/wfhost/manifest',
    '/worlds/b/v1/public/wfhost/manifest',
    '/worlds/a',
    '/worlds/av1/public/wfhost/manifest',
  ]) {
    expect((await get(path)).status).toBe(404)
  }
})

test('a service knows its own registry by its own URL, and calls any other', async () => {
  const asked: string[] = []
  const fetchElsewhere = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    asked.push(new Request(input).url)
    return new Response(null, { status: 503 })
  })
  const service = createMockService(createSampleWorld(), { ownUrl: 'http://127.0.0.1:4555' })
  const entry = service.connect('acme', 'default')
  expect(entry.manifestUrl).toBe('http://127.0.0.1:4555/v1/public/wfhost/manifest')
  service.addRegistry('support', entry)
  expect(await service.syncRegistry('support', 'Acme')).toHaveLength(2)
  const other = { ...entry, name: 'Other', manifestUrl: 'http://127.0.0.1:4010/v1/public/wfhost/manifest' }
  service.addRegistry('support', other)
  await expect(service.syncRegistry('support', 'Other')).rejects.toThrow('the registry answered 503')
  expect(asked).toEqual([other.manifestUrl])
  fetchElsewhere.mockRestore()
})
