import { checkOnUnhandledRequest, Mount, type OnUnhandledRequest } from '../core/requests/mount.ts'
import { failsRequest } from '../faults/connection-fault-error.ts'
import { type TestWorld, type TestWorldOptions, withTestWorld } from './test-world.ts'

export type { TestWorld, TestWorldOptions } from './test-world.ts'

/** The fixtures of a test that was extended with `worldFixtures`. */
export interface WorldFixtures {
  /** The options of the worlds of these tests; set by `test.use`. @default the sample world, behind the routes */
  readonly worldOptions: TestWorldOptions
  /** A world that only this test has; all pages of the test's context reach it at `world.url`. */
  readonly world: TestWorld
}

/** The part of Playwright's `Route` that is needed here, since its types would have to be installed to compile this. */
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
type AnswerRoute = (route: PlaywrightRoute) => Promise<void>

/** The part of Playwright's `BrowserContext` that is needed here. */
export interface PlaywrightContext {
  route(matches: Matches, answer: AnswerRoute): Promise<unknown>
  unroute(matches: Matches, answer: AnswerRoute): Promise<unknown>
}

/**
 * Fixtures for the `test` of Playwright: a world for each test that asks for one. The requests of the pages to
 * `worldOptions.baseUrl` are answered in the process of the test, or over HTTP if `worldOptions.transport` says so.
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
   * What happens to a request under the world's URL that the API does not have. `passthrough` leaves it to other routes
   * and to the network. `not-found` answers 404, which a strict test reports.
   * @default passthrough for pages and for requests of pages of the same origin, not-found elsewhere
   */
  readonly onUnhandledRequest?: 'passthrough' | 'not-found' | undefined
}

/**
 * Routes all pages of a context to a world, at its URL, which may have a path. Returns a function that removes the route.
 * Playwright answers the preflights of a routed origin itself.
 *
 * @throws {MockStateError} for an invalid URL.
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
  { onUnhandledRequest }: RouteOptions = {},
): Promise<() => Promise<void>> {
  const attempt = 'route the requests of pages'
  checkOnUnhandledRequest(onUnhandledRequest, attempt)
  const mounted = new Mount(world, { url: world.url, attempt })
  async function answer(route: PlaywrightRoute): Promise<void> {
    const asked = route.request()
    const passes = !mounted.describes(new URL(asked.url())) && (onUnhandledRequest ?? actionFor(asked)) === 'passthrough'
    return passes ? route.fallback() : answerRoute(route, mounted)
  }
  await context.route(mounted.covers, answer)
  return async () => {
    await context.unroute(mounted.covers, answer)
  }
}

/** Whether a request loads a page or its assets rather than calling the API. */
function actionFor(request: ReturnType<PlaywrightRoute['request']>): OnUnhandledRequest {
  if (request.isNavigationRequest()) return 'passthrough'
  const page = request.frame().url()
  return URL.canParse(page) && new URL(page).origin === new URL(request.url()).origin ? 'passthrough' : 'not-found'
}

async function answerRoute(route: PlaywrightRoute, mounted: Mount): Promise<void> {
  const asked = route.request()
  const method = asked.method()
  const body = method === 'GET' || method === 'HEAD' ? null : new Uint8Array(asked.postDataBuffer() ?? [])
  const sent = await asked.allHeaders()
  const asWritten = Object.entries(sent).filter(([name]) => !name.startsWith(':'))
  const answered = await received(mounted.handle(new Request(asked.url(), { method, headers: asWritten, body })))
  if (answered === undefined) return unlessOver(route.abort('connectionreset'))
  const { content, response } = answered
  const headers = { ...Object.fromEntries(response.headers), ...permission(sent['origin']) }
  await unlessOver(route.fulfill({ status: response.status, headers, body: content as never }))
}

/** Playwright itself ends what still waits when a page leaves or a test ends, and refuses an answer from then on. */
async function unlessOver(answering: Promise<void>): Promise<void> {
  await answering.catch((error: unknown) => {
    if (!/already handled|has been closed/.test(String(error))) throw error
  })
}

/** A response with its whole body; undefined if the request fails without one. */
async function received(
  answer: Promise<Response>,
): Promise<{ readonly response: Response; readonly content: Buffer } | undefined> {
  try {
    const response = await answer
    return { response, content: Buffer.from(await response.arrayBuffer()) }
  } catch (error) {
    if (failsRequest(error)) return undefined
    throw error
  }
}

/** Naming the origin allows it to send cookies, such as a console session. */
function permission(origin: string | undefined): Record<string, string> {
  return {
    'access-control-allow-origin': origin ?? '*',
    ...(origin === undefined ? {} : { 'access-control-allow-credentials': 'true' }),
    'access-control-expose-headers': 'Retry-After',
    vary: 'Origin',
  }
}
