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

test('the handler works with MSW 2, too', async () => {
  const service = createMockService(createSampleWorld())
  network.listen({ onUnhandledRequest: 'error' })
  // The type of the handler is that of MSW 3 here; at run time it is that of the MSW which is installed.
  network.use(createMswHandler(service, { baseUrl: 'https://flows.example' }) as unknown as ReturnType<typeof http2.all>)
  const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
  expect((await fetch('https://flows.example/v1/public/wfhost/manifest', { headers })).status).toBe(200)
  expect((await fetch('https://flows.example/nothing')).status).toBe(404)
  expect(service.journal()).toHaveLength(2)
})

test('a fault of the connection fails the request, and MSW 2 finds no mistake in it', async () => {
  const logged = vi.spyOn(console, 'error')
  const service = createMockService(createSampleWorld())
  service.addFault({ kind: 'reset-before-headers' })
  network.listen({ onUnhandledRequest: 'error' })
  network.use(createMswHandler(service, { baseUrl: 'https://flows.example' }) as unknown as ReturnType<typeof http2.all>)
  await expect(fetch('https://flows.example/v1/public/wfhost/manifest')).rejects.toThrow('Failed to fetch')
  expect(logged).not.toHaveBeenCalled()
  logged.mockRestore()
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
  expect(service.received({ headers: { cookie: /^console_session=\[session of acme\]/ } })).toHaveLength(2)
})
