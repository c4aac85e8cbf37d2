import { http as http2 } from 'msw2'
import { setupServer as setupServer2 } from 'msw2/node'
import { afterEach, expect, test, vi } from 'vitest'
import { createMockService } from '../core/create-mock-service.ts'
import { createSampleWorld, sampleKeys } from '../sample-world.ts'

vi.mock('msw', () => ({ http: http2 }))

const { createMswHandler } = await import('./msw.ts')
const network = setupServer2()

afterEach(() => {
  network.close()
  vi.unstubAllGlobals()
})

test('a console session of a page is sent as a browser sends it (ORG-SESSION)', async () => {
  vi.stubGlobal('location', { href: 'https://app.example/', origin: 'https://app.example' })
  vi.stubGlobal('document', { cookie: `console_session=${sampleKeys.consoleSession}; theme=dark` })
  const service = createMockService(createSampleWorld())
  const handler = createMswHandler(service, { baseUrl: '/', registryUrl: 'https://tools.example' })
  network.listen({ onUnhandledRequest: 'error' })
  network.use(handler as unknown as ReturnType<typeof http2.all>)
  const path = '/v1/orgs/acme/wfhost/manifest'
  expect((await fetch(`https://app.example${path}`)).status).toBe(200)
  expect((await fetch(`https://app.example${path}`, { credentials: 'omit' })).status).toBe(401)
  expect((await fetch(`https://tools.example${path}`, { credentials: 'include' })).status).toBe(200)
  expect((await fetch(`https://tools.example${path}`)).status).toBe(401)
  expect(service.journal({ headers: { cookie: /^console_session=\[session of acme\]/ } })).toHaveLength(2)
})
