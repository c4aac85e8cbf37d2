import {
  createMockControl,
  createMockHost,
  createMockService,
  createSampleWorld,
  type MockService,
  type MockServiceOptions,
  sampleKeys,
} from '@wfhost/mock-server'
import { createMswHandler, type MswOptions } from '@wfhost/mock-server/msw'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const network = setupServer()
const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
const manifest = '/v1/public/wfhost/manifest'

beforeEach(() => network.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  network.close()
  vi.unstubAllGlobals()
})

function letIn(options: MswOptions, serviceOptions: MockServiceOptions = {}): MockService {
  const service = createMockService(createSampleWorld(), serviceOptions)
  network.use(
    createMswHandler(service, options),
    http.all('*', () => HttpResponse.text('passed on')),
  )
  return service
}

/** The messages about a page at an address. */
function openPage(href: string): void {
  vi.stubGlobal('location', { href, origin: new URL(href).origin })
}

async function executeUrl(url: string): Promise<unknown> {
  return Object(await (await fetch(url, { headers })).json()).executeUrl
}

describe('below a base URL with a path', () => {
  const baseUrl = 'https://gw.example/workflows'

  test('serves the API, shows its URL in manifests, and serves no other path', async () => {
    const service = letIn({ baseUrl })
    expect(await executeUrl(baseUrl + manifest)).toBe(`${baseUrl}/v1/public/wfhost/execute`)
    expect((await fetch(`${baseUrl}/nothing`)).status).toBe(404)
    expect((await fetch(baseUrl)).status).toBe(404)
    for (const url of [`https://gw.example${manifest}`, `https://gw.example/workflowsx${manifest}`, 'https://gw.example/']) {
      expect(await (await fetch(url)).text()).toBe('passed on')
    }
    expect(service.journal().map(({ request }) => request.path)).toEqual([manifest, '/nothing', '/'])
  })

  test.each([baseUrl, 'https://inner.example/own/path', 'https://inner.example'])(
    'a service that takes itself to be at %s is found, too',
    async (own) => {
      letIn({ baseUrl }, { baseUrl: own })
      expect(await executeUrl(baseUrl + manifest)).toBe(`${own}/v1/public/wfhost/execute`)
    },
  )

  test('the workflow service and the registry may have different base URLs, one below the other', async () => {
    letIn({ baseUrl: 'https://gw.example', registryUrl: 'https://gw.example/tools/' })
    expect(await executeUrl(`https://gw.example/tools${manifest}`)).toBe('https://gw.example/tools/v1/public/wfhost/execute')
    expect((await fetch('https://gw.example/api/v2/external/flows/echo/published-run', { method: 'POST' })).status).toBe(401)
  })

  test('serves a world of a host at the URL of the host', async () => {
    const local = 'http://localhost:3000/mock'
    network.use(createMswHandler(createMockHost(createSampleWorld), { baseUrl: local }))
    const world = await createMockControl(local).createWorld('mine')
    expect(world.url).toBe(`${local}/worlds/mine`)
    expect(await executeUrl(world.url + manifest)).toBe(`${world.url}/v1/public/wfhost/execute`)
    expect((await world.journal()).map(({ request }) => request.path)).toEqual([manifest])
  })

  test('any other fetch gets its requests without the path', async () => {
    const paths: string[] = []
    const fetching = async (request: Request): Promise<Response> => {
      paths.push(`${request.method} ${request.url} ${await request.text()}`)
      return new Response()
    }
    network.use(createMswHandler({ fetch: fetching }, { baseUrl }))
    await fetch(`${baseUrl}/v1/public/wfhost/execute?x=1`, { method: 'POST', body: 'payload' })
    expect(paths).toEqual(['POST https://gw.example/v1/public/wfhost/execute?x=1 payload'])
  })
})

describe('a request that the API document does not describe', () => {
  const page = 'https://app.example/orders/17'

  test('is passed through if the page has the same origin, but not with another method of a described path', async () => {
    openPage(page)
    const service = letIn({ baseUrl: 'https://app.example' })
    expect(await (await fetch('https://app.example/assets/page.css')).text()).toBe('passed on')
    expect((await fetch(`https://app.example${manifest}`, { headers })).status).toBe(200)
    expect((await fetch(`https://app.example${manifest}`, { method: 'DELETE' })).status).toBe(405)
    expect(service.journal()).toHaveLength(2)
  })

  test('is not the inspector without its slash, which a host redirects', async () => {
    openPage(page)
    network.use(createMswHandler(createMockHost(createSampleWorld), { baseUrl: 'https://app.example' }))
    const response = await fetch('https://app.example/__mock', { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([308, '__mock/'])
  })

  test('is handled as the option states', async () => {
    openPage(page)
    letIn({ baseUrl: 'https://app.example', onUnhandledRequest: 'not-found' })
    expect((await fetch('https://app.example/assets/page.css')).status).toBe(404)
    network.resetHandlers()
    letIn({ baseUrl: 'https://flows.example', onUnhandledRequest: 'passthrough' })
    expect(await (await fetch('https://flows.example/assets/page.css')).text()).toBe('passed on')
  })
})

test('resolves an address without a host against the page, and reports a missing page', async () => {
  const message = 'expected a URL as in https://workflows.example/api, found "/api"; outside of a page it needs its host'
  expect(() => letIn({ baseUrl: '/api' })).toThrow(`Cannot make a handler for MSW: ${message}`)
  expect(() => createMockService({}, { baseUrl: '/api' })).toThrow(`Cannot create a service: ${message}`)
  openPage('https://app.example/orders/17')
  expect(() => letIn({ baseUrl: 'api' })).toThrow('found "api"; a path of the page begins with /')
  letIn({ baseUrl: '/api' })
  expect(await executeUrl(`https://app.example/api${manifest}`)).toBe('https://app.example/api/v1/public/wfhost/execute')
})

test.each(['localhost:4010', 'https://flows.example?tenant=1', 'https://flows.example/*'])(
  'the address %s, which no request would match, is refused',
  (baseUrl) => {
    const message = `found "${baseUrl}"; begin it with https:// or http://, and leave out a query, a fragment and *`
    expect(() => letIn({ baseUrl })).toThrow(message)
    expect(() => createMockService({}, { baseUrl })).toThrow(message)
  },
)

test('an address with a password is refused, without the password', () => {
  const url = 'https://me:secret@flows.example'
  const message = /: expected a URL without a user and a password; leave them out$/
  expect(() => letIn({ baseUrl: url })).toThrow(message)
  expect(() => createMockService({}, { baseUrl: url })).toThrow(message)
  expect(() => createMockService({}, { publicUrl: url })).toThrow(message)
})

test.each([
  [{ url: 'https://flows.example' }, 'url: unknown name "url"; use baseUrl, registryUrl, onUnhandledRequest'],
  [{ onUnhandledRequest: 'pass' }, 'onUnhandledRequest: expected one of passthrough, not-found, found "pass"'],
])('the options %j are refused: %s', (options, message) => {
  // Callers without types write such options.
  expect(() => createMswHandler(createMockService(), options as MswOptions)).toThrow(`Cannot make a handler for MSW: ${message}`)
})
