import { expect, test } from 'vitest'
import { createMockHost } from '../../host/create-mock-host.ts'
import { createSampleWorld } from '../../sample-world.ts'
import { withCors } from './cors.ts'

const origin = 'https://page.example'
const url = 'http://localhost/v1/public/wfhost/manifest'

function open(): (request: Request) => Promise<Response> {
  return withCors(createMockHost(createSampleWorld).fetch)
}

test('a preflight is permitted with the headers that it asks for', async () => {
  const asked = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,x-trace' }
  const response = await open()(new Request(url, { method: 'OPTIONS', headers: asked }))
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  expect(response.headers.get('access-control-allow-headers')).toBe('authorization,x-trace')
})

test('an answer keeps its status and body, and exposes Retry-After', async () => {
  const response = await open()(new Request(url, { headers: { origin } }))
  expect(response.status).toBe(401)
  expect(await response.json()).toHaveProperty('message')
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  expect(response.headers.get('access-control-expose-headers')).toBe('Retry-After')
})

test('a request that names no origin is answered as it was', async () => {
  const response = await open()(new Request(url))
  expect(response.headers.has('access-control-allow-origin')).toBe(false)
  expect(response.headers.has('vary')).toBe(false)
})

test.each(['GET', 'OPTIONS'])('the control surface permits no page: %s', async (method) => {
  const headers = { origin, 'access-control-request-method': 'POST' }
  const response = await open()(new Request('http://localhost/__mock/worlds', { method, headers }))
  expect(response.headers.has('access-control-allow-origin')).toBe(false)
})
