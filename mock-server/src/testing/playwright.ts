import * as z from 'zod'
import { MountedWorld, type OnUnhandledRequest, validateOnUnhandledRequest } from '../core/requests/mount.ts'
import { failsRequest } from '../faults/connection-fault-error.ts'
import { callable, createNamesSchema, validate } from '../schema/check.ts'
import { type TestWorld, type TestWorldOptions, withTestWorld } from './test-world.ts'

export type { TestWorld, TestWorldOptions } from './test-world.ts'

/**
 * The fixtures of a test that was extended with `worldFixtures`.
 *
 * @see {@link worldFixtures} has an example.
 */
export interface WorldFixtures {
  /** The options of the worlds of these tests; set by `test.use`. @default the sample world, behind the routes */
  readonly worldOptions: TestWorldOptions
  /** A world that only this test has; all pages of the test's context reach it at `world.url`. */
  readonly world: TestWorld
}

/**
 * The part of Playwright's `Route` that is needed here, since its types would have to be installed to compile this.
 *
 * @see {@link routeWorld} passes it to its handler.
 */
export interface PlaywrightRoute {
  request(): {
    url(): string
    method(): string
    allHeaders(): Promise<Record<string, string>>
    postDataBuffer(): Uint8Array | null
    isNavigationRequest(): boolean
    frame(): { url(): string }
  }
  fallback(): Promise<void>
  /** The body is a Buffer, but these types must not depend on those of Node. */
  fulfill(response: { status: number; headers: Record<string, string>; body: never }): Promise<void>
  abort(errorCode: string): Promise<void>
}

type Matches = (url: URL) => boolean
type RouteHandler = (route: PlaywrightRoute) => Promise<void>

/** The part of Playwright's `BrowserContext` that is needed here. */
export interface PlaywrightContext {
  route(matches: Matches, handler: RouteHandler): Promise<unknown>
  unroute(matches: Matches, handler: RouteHandler): Promise<unknown>
}

/**
 * Fixtures for the `test` of Playwright: a world for each test that uses one. The requests of the pages to
 * `worldOptions.baseUrl` are handled in the process of the test, or over HTTP if `worldOptions.transport` is `'http'`.
 *
 * @example
 * ```ts ignore runs under the runner of Playwright; browser/playwright has it as a test
 * import { test as base, expect } from '@playwright/test'
 * import { type WorldFixtures, worldFixtures } from '@wfhost/mock-server/playwright'
 *
 * const test = base.extend<WorldFixtures>(worldFixtures)
 * test.use({ worldOptions: { baseUrl: 'https://workflows.example' } })
 *
 * test('shows how many credits are left', async ({ page, world }) => {
 *   world.setCredits('acme', 3)
 *   await page.goto('http://localhost:3000')
 *   await expect(page.getByRole('status')).toHaveText('3 credits')
 * })
 * ```
 */
export const worldFixtures: {
  worldOptions: [TestWorldOptions, { option: true }]
  world: (
    fixtures: { readonly context: PlaywrightContext; readonly worldOptions: TestWorldOptions },
    use: (world: TestWorld) => Promise<void>,
  ) => Promise<void>
} = {
  worldOptions: [{}, { option: true }],
  world: async ({ context, worldOptions }, use) => {
    await withTestWorld(worldOptions, async (world) => {
      const routed = worldOptions.transport === 'http' ? undefined : await routeWorld(context, world)
      await use(world)
      await routed?.()
    })
  },
}

/** Which requests of the pages a world gets. */
export interface RouteOptions {
  /**
   * How to handle a request under the world's URL that the API does not have. `passthrough` leaves it to other routes
   * and to the network. `not-found` responds with 404, which a strict test reports.
   * @default passthrough for pages and for requests of pages of the same origin, not-found elsewhere
   */
  readonly onUnhandledRequest?: 'passthrough' | 'not-found' | undefined
}

/** The arguments of `routeWorld`. Pages and browser contexts of Playwright have many more members. */
const routedSchema = z.looseObject({
  context: z.looseObject({ route: callable(), unroute: callable() }),
  world: z.looseObject({ url: z.string() }),
})

const routeOptionsSchema = createNamesSchema<RouteOptions>({ onUnhandledRequest: true })

/**
 * Routes requests of a browser context to a world, if they are below its URL. Returns a function that removes the route.
 *
 * `onUnhandledRequest` decides about requests outside the API, such as one for an image. Playwright itself responds to CORS
 * preflights, so the world does not receive them.
 *
 * @throws {MockStateError} for an invalid URL, for unknown options, and if an argument is missing.
 *
 * @example
 * ```ts ignore runs under the runner of Playwright; browser/playwright has it as a test
 * const close = await routeWorld(page.context(), world)
 * await page.goto('http://localhost:3000')
 * await close()
 * ```
 */
export async function routeWorld(
  context: PlaywrightContext,
  world: Pick<TestWorld, 'fetch' | 'url'>,
  options: RouteOptions = {},
): Promise<() => Promise<void>> {
  // An error says "Cannot route the requests of pages", and the reason.
  const action = 'route the requests of pages'
  validate(routeOptionsSchema, options, action)
  validate(routedSchema, { context, world }, action)
  const { onUnhandledRequest } = options
  validateOnUnhandledRequest(onUnhandledRequest, action)

  // Decides which requests are below the URL of the world, and passes them to it.
  const mountedWorld = new MountedWorld(world, { url: world.url, action })

  async function handleRoute(route: PlaywrightRoute): Promise<void> {
    const request = route.request()
    const isApiRequest = mountedWorld.isApiPath(new URL(request.url()))
    if (isApiRequest) return respondFromWorld(route, mountedWorld)

    const unhandledRequestAction = onUnhandledRequest ?? getDefaultAction(request)
    // `fallback` leaves the request to the other routes of the test, and then to the network.
    if (unhandledRequestAction === 'passthrough') return route.fallback()
    // The world responds to a path outside the API with 404.
    return respondFromWorld(route, mountedWorld)
  }

  // Playwright calls the first function with the URL of each request, and the second one if the first returns true.
  await context.route(mountedWorld.matchesUrl, handleRoute)
  return async () => {
    await context.unroute(mountedWorld.matchesUrl, handleRoute)
  }
}

type RoutedRequest = ReturnType<PlaywrightRoute['request']>

/** Passes requests through that load a page or the assets of a page, because they do not belong to the API. */
function getDefaultAction(request: RoutedRequest): OnUnhandledRequest {
  if (request.isNavigationRequest()) return 'passthrough'
  const pageUrl = request.frame().url()
  const isOfPage = URL.canParse(pageUrl) && new URL(pageUrl).origin === new URL(request.url()).origin
  return isOfPage ? 'passthrough' : 'not-found'
}

/** Responds to a routed request with the response of the world, or fails it like a broken connection. */
async function respondFromWorld(route: PlaywrightRoute, mountedWorld: MountedWorld): Promise<void> {
  const headers = await route.request().allHeaders()
  const request = toWebRequest(route.request(), headers)
  const received = await receiveResponse(mountedWorld.handle(request))
  if (received === undefined) {
    await ignoreEndedRoute(route.abort('connectionreset'))
    return
  }

  const { content, response } = received
  const fulfilled = {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), ...createCorsHeaders(headers['origin']) },
    body: content as never,
  }
  await ignoreEndedRoute(route.fulfill(fulfilled))
}

function toWebRequest(request: RoutedRequest, headers: Readonly<Record<string, string>>): Request {
  const method = request.method()
  const canHaveBody = method !== 'GET' && method !== 'HEAD'
  const body = canHaveBody ? new Uint8Array(request.postDataBuffer() ?? []) : null
  // Names that start with a colon belong to HTTP/2, and are invalid in a web request.
  const validHeaders = Object.entries(headers).filter(([name]) => !name.startsWith(':'))
  return new Request(request.url(), { method, headers: validHeaders, body })
}

/** Playwright itself ends waiting routes when a page or a test ends, and rejects a later response. */
async function ignoreEndedRoute(action: Promise<void>): Promise<void> {
  try {
    await action
  } catch (error) {
    if (!/already handled|has been closed/.test(String(error))) throw error
  }
}

interface ReceivedResponse {
  readonly response: Response
  readonly content: Buffer
}

/** Receives a response with its whole body; undefined if a fault or a stopped world ends the request without one. */
async function receiveResponse(pending: Promise<Response>): Promise<ReceivedResponse | undefined> {
  try {
    const response = await pending
    return { response, content: Buffer.from(await response.arrayBuffer()) }
  } catch (error) {
    if (failsRequest(error)) return undefined
    throw error
  }
}

/** Allows a page to read a response. Only a named origin may also send cookies, such as a console session. */
function createCorsHeaders(origin: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {
    'access-control-allow-origin': origin ?? '*',
    'access-control-expose-headers': 'Retry-After',
    vary: 'Origin',
  }
  if (origin !== undefined) headers['access-control-allow-credentials'] = 'true'
  return headers
}
