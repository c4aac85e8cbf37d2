import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMockService } from '../core/create-mock-service.ts'
import type { Fetch } from '../core/requests/web-fetch.ts'
import { type PlaywrightContext, type PlaywrightRoute, routeWorld, worldFixtures } from './playwright.ts'

const url = 'https://workflows.example'

/** A browser whose pages read a manifest. `npm run test:browser` uses real pages. */
function createBrowser() {
  const handlers: ((route: PlaywrightRoute) => Promise<void>)[] = []
  const context: PlaywrightContext = {
    route: async (_covers, handler) => {
      handlers.push(handler)
    },
    unroute: async () => {},
  }

  /** Sends the request of a page, and returns the reason with which its route was aborted. */
  async function readManifest(): Promise<string | undefined> {
    const aborted: string[] = []
    for (const handler of handlers) await handler(createRoute(aborted))
    return aborted[0]
  }
  return { context, readManifest }
}

function createRoute(aborted: string[]): PlaywrightRoute {
  return {
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
}

/** Sends a request of a page to a world. Returns the reason with which the route was aborted. */
async function abortedWith(fetch: Fetch): Promise<string | undefined> {
  const { context, readManifest } = createBrowser()
  await routeWorld(context, { fetch, url })
  return readManifest()
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

test('the fixtures write the contract of a test', async () => {
  const contract = join(await mkdtemp(join(tmpdir(), 'contract-')), 'wfhost-contract.har')
  const { context, readManifest } = createBrowser()
  await worldFixtures.world({ context, worldOptions: { baseUrl: url, contract } }, async () => {
    await readManifest()
  })

  const { entries } = JSON.parse(await readFile(contract, 'utf8')).log
  expect(entries.map(({ request }: { request: { url: string } }) => new URL(request.url).pathname)).toEqual([
    '/v1/public/wfhost/manifest',
  ])
})

test('an error in your own fetch does not abort the route', async () => {
  const broken = async (): Promise<Response> => {
    throw new TypeError('a mistake')
  }
  await expect(abortedWith(broken)).rejects.toThrow('a mistake')
})
