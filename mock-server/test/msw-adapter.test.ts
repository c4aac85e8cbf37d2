import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, expect, test, vi } from 'vitest'

const network = setupServer()

afterEach(() => {
  network.close()
  vi.unstubAllGlobals()
})

test('one handler responds for both origins, also to unknown paths, and ignores other origins', async () => {
  const elsewhere = await listen(async () => new Response('elsewhere'))
  const service = createMockService(createSampleWorld())
  const options = { baseUrl: 'https://flows.example.com/', registryUrl: 'https://tools.example.com:8443' }
  network.listen({ onUnhandledFrame: 'bypass' })
  network.use(createMswHandler(service, options))
  const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
  const manifest = await fetch('https://tools.example.com:8443/v1/public/wfhost/manifest?x=1', { headers })
  expect(await manifest.json()).toHaveProperty('executeUrl', 'https://tools.example.com:8443/v1/public/wfhost/execute')
  expect((await fetch('https://flows.example.com/nothing')).status).toBe(404)
  expect((await fetch('https://flows.example.com')).status).toBe(404)
  expect(await (await fetch(elsewhere.url)).text()).toBe('elsewhere')
  await elsewhere.close()
})

test('ignores an origin that only begins like the origin of the service', async () => {
  network.listen({ onUnhandledFrame: 'bypass' })
  network.use(
    createMswHandler(createMockService(), { baseUrl: 'https://flows.example.com' }),
    http.all('*', () => HttpResponse.text('passed on')),
  )
  expect(await (await fetch('https://flows.example.com.evil.test/')).text()).toBe('passed on')
  expect(await (await fetch('https://flowsxexample.com/')).text()).toBe('passed on')
})

test('a handler in front of it overrides one operation', async () => {
  network.listen()
  network.use(
    http.get('https://flows.example.com/v1/public/wfhost/manifest', () => new HttpResponse(null, { status: 503 })),
    createMswHandler(createMockService(), { baseUrl: 'https://flows.example.com' }),
  )
  expect((await fetch('https://flows.example.com/v1/public/wfhost/manifest')).status).toBe(503)
  expect((await fetch('https://flows.example.com/v1/orgs/acme/wfhost/manifest')).status).toBe(401)
})

test('a request fails if it is aborted or its service stops, and MSW reports no error', async () => {
  const logged = vi.spyOn(console, 'error')
  const service = createMockService()
  service.addFault({ kind: 'hang' })
  network.listen()
  network.use(createMswHandler(service, { baseUrl: 'https://flows.example.com' }))
  const url = 'https://flows.example.com/v1/public/wfhost/manifest'
  await expect(fetch(url, { signal: AbortSignal.timeout(10) })).rejects.toThrow('timeout')
  const waiting = fetch(url)
  await expect.poll(() => service.faults()).toMatchObject([{ matched: 2 }])
  service.stop()
  await expect(waiting).rejects.toThrow(TypeError)
  expect(logged).not.toHaveBeenCalled()
  logged.mockRestore()
})

test('an error in your own fetch is not reported as a failed request', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const broken = async (): Promise<Response> => {
    throw new TypeError('a mistake')
  }
  network.listen()
  network.use(createMswHandler({ fetch: broken }, { baseUrl: 'https://flows.example.com' }))
  expect((await fetch('https://flows.example.com/')).status).toBe(500)
  logged.mockRestore()
})

// MSW 3 itself knows the cookies of a page in browsers alone; npm run test:browser has those.
test('a console session of a page in jsdom is sent to the origin of the page (ORG-SESSION)', async () => {
  const page = { cookie: '' }
  vi.stubGlobal('location', { href: 'https://app.example/', origin: 'https://app.example' })
  vi.stubGlobal('document', page)
  const service = createMockService(createSampleWorld())
  network.listen()
  network.use(createMswHandler(service, { baseUrl: '/', registryUrl: 'https://tools.example' }))
  const path = '/v1/orgs/acme/wfhost/manifest'
  expect((await fetch(`https://app.example${path}`)).status).toBe(401)
  page.cookie = `console_session=${sampleKeys.consoleSession}; theme=dark`
  expect((await fetch(`https://app.example${path}`)).status).toBe(200)
  expect((await fetch(`https://tools.example${path}`)).status).toBe(401)
})

test('a page of another origin in happy-dom may call it, although happy-dom removes the headers of its preflights', async () => {
  vi.stubGlobal('location', { href: 'https://app.example/', origin: 'https://app.example' })
  network.listen()
  network.use(createMswHandler(createMockService(), { baseUrl: 'https://flows.example.com', cors: true }))
  const response = await fetch('https://flows.example.com/v1/public/wfhost/manifest', { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example')
})

test('refuses a handler without a service with a message (M16)', () => {
  network.listen()
  expect(() => Reflect.apply(createMswHandler, undefined, [])).toThrow(
    'Cannot make a handler for MSW: expected a service, or another object with a fetch, and found none in it',
  )
})
