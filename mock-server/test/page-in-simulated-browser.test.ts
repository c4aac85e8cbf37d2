import { readFileSync } from 'node:fs'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { setupServer } from 'msw/node'
import { afterAll, expect, test } from 'vitest'

const page = readFileSync(new URL('../../docs/pages/frontends.md', import.meta.url), 'utf8')
const [, options = ''] = /createMswHandler\(service, \{ (.*) \}\)/.exec(page) ?? []
const [, baseUrl = ''] = /baseUrl: '([^']+)'/.exec(options) ?? []
const cors = options.includes('cors: true')

const network = setupServer(createMswHandler(createMockService(createSampleWorld()), { baseUrl, cors }))
network.listen()
afterAll(() => network.close())

// The requests of jsdom and happy-dom for a page of another origin, tried with jsdom 26 and happy-dom 20, which fail without `cors`.
test('the handler of the page "Mock the API in tests" permits the requests of a simulated page', async () => {
  const url = `${baseUrl}/api/v2/external/flows/echo/published-run`
  const origin = 'http://localhost:3000'
  const requestHeaders = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  }
  const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin, ...requestHeaders } })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,content-type')
  const headers = { origin, authorization: `Bearer ${sampleKeys.workflows.echo}`, 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: '{"args":[{"name":"text","value":"Ada"}]}' })
  expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  expect(await response.text()).toContain('Ada')
})
