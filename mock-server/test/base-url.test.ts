import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'

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
