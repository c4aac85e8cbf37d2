import { expect, test } from 'vitest'
import type { FetchTarget } from '../../core/requests/web-fetch.ts'
import { createMockHost } from '../../host/create-mock-host.ts'
import { createSampleWorld } from '../../sample-world.ts'
import { listen } from '../http.ts'

const origin = 'https://page.example'
const manifest = '/v1/public/wfhost/manifest'

async function ask(
  path: string,
  { target = createMockHost(createSampleWorld), ...init }: RequestInit & { target?: FetchTarget },
) {
  const server = await listen(target, { cors: true })
  try {
    return await fetch(server.url + path, init)
  } finally {
    await server.close()
  }
}

test('a preflight is permitted with the headers that it requests', async () => {
  const requestHeaders = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,x-trace',
  }
  const response = await ask(manifest, { method: 'OPTIONS', headers: requestHeaders })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  expect(response.headers.get('access-control-allow-headers')).toBe('authorization,x-trace')
})

test('a page may send its cookies, such as a console session', async () => {
  const requestHeaders = { origin, 'access-control-request-method': 'GET' }
  for (const init of [{ method: 'OPTIONS', headers: requestHeaders }, { headers: { origin } }]) {
    const { headers } = await ask('/v1/orgs/acme/wfhost/manifest', init)
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('access-control-allow-origin')).toBe(origin)
  }
})

test('a response keeps its status and body, and exposes Retry-After', async () => {
  const response = await ask(manifest, { headers: { origin } })
  expect(response.status).toBe(401)
  expect(await response.json()).toHaveProperty('message')
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  expect(response.headers.get('access-control-expose-headers')).toBe('Retry-After')
})

test('the response of a function keeps all its headers', async () => {
  const headers = new Headers({ vary: 'Accept' })
  for (const cookie of ['a=1', 'b=2']) headers.append('set-cookie', cookie)
  const target = async (): Promise<Response> => new Response('plain', { status: 203, headers })
  const response = await ask('/', { headers: { origin }, target })
  expect([response.status, await response.text()]).toEqual([203, 'plain'])
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(response.headers.get('vary')).toBe('Accept, Origin')
})

test('the response to a request without an origin has no CORS headers', async () => {
  const response = await ask(manifest, {})
  expect(response.headers.has('access-control-allow-origin')).toBe(false)
  expect(response.headers.has('vary')).toBe(false)
})

test.each(['GET', 'OPTIONS'])('the control surface permits no page: %s', async (method) => {
  const headers = { origin, 'access-control-request-method': 'POST' }
  const response = await ask('/__mock/worlds', { method, headers })
  expect(response.headers.has('access-control-allow-origin')).toBe(false)
})
