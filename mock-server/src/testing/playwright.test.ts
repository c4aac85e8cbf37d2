import { expect, test } from 'vitest'
import { createMockService } from '../core/create-mock-service.ts'
import type { Fetch } from '../core/requests/web-fetch.ts'
import { type PlaywrightContext, type PlaywrightRoute, routeWorld } from './playwright.ts'

const url = 'https://workflows.example'

/** Sends a request of a page to a world. Returns the reason with which the route was aborted. `npm run test:browser` uses real pages. */
async function abortedWith(fetch: Fetch): Promise<string | undefined> {
  const handlers: ((route: PlaywrightRoute) => Promise<void>)[] = []
  const context: PlaywrightContext = {
    route: async (_covers, handler) => {
      handlers.push(handler)
    },
    unroute: async () => {},
  }
  await routeWorld(context, { fetch, url })
  const aborted: string[] = []
  const route: PlaywrightRoute = {
    request: () => ({
      url: () => `${url}/v1/public/wfhost/manifest`,
      method: () => 'GET',
      allHeaders: async () => ({}),
      postDataBuffer: () => null,
      isNavigationRequest: () => false,
      frame: () => ({ url: () => 'http://localhost:3000/' }),
    }),
    fulfill: async () => {},
    abort: async (code) => {
      aborted.push(code)
    },
    fallback: async () => {},
  }
  for (const handler of handlers) await handler(route)
  return aborted[0]
}

test('a connection fault aborts the route, and so does a service that is stopped', async () => {
  const service = createMockService({
    faults: [
      { kind: 'reset-before-headers', nth: 1 },
      { kind: 'hang', nth: 2 },
    ],
  })
  expect(await abortedWith(service.fetch)).toBe('connectionreset')
  const hanging = abortedWith(service.fetch)
  await service.waitForRequest({ operation: 'getPublicManifest' })
  service.stop()
  expect(await hanging).toBe('connectionreset')
})

test('an error in your own fetch does not abort the route', async () => {
  const broken = async (): Promise<Response> => {
    throw new TypeError('a mistake')
  }
  await expect(abortedWith(broken)).rejects.toThrow('a mistake')
})
