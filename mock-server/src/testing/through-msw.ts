import type { SetupServer } from 'msw/node'
import type { createMswHandler } from '../adapters/msw.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import type { FetchTarget } from '../core/requests/web-fetch.ts'
import { createEndedHandler, getEndedUrl } from './ended-world.ts'

/** The parts of an MSW server that a world uses. `setupServer()` of MSW returns one. */
export interface MswServer {
  use(...handlers: never): void
  listHandlers(): readonly object[]
}

type MswHandler = ReturnType<typeof createMswHandler>

interface InterceptedWorld {
  readonly url: string
  readonly handler: MswHandler
  /**
   * Creates the handler for requests after the end of the world. Undefined for a URL of its own, which no server has: the
   * network fails such requests.
   */
  readonly createEnded: ((listHandlers: () => readonly object[]) => MswHandler) | undefined
}

interface SharedServer {
  readonly mswServer: SetupServer
  readonly worlds: InterceptedWorld[]
  /** The handlers for requests after the end of a world, one for each URL. */
  readonly endedHandlers: MswHandler[]
}

// MSW intercepts requests of the whole process, even if this module is loaded several times. A second MSW server breaks the
// first one, so all worlds share one.
const sharedKey = Symbol.for('@wfhost/mock-server: the network of the worlds of tests')

interface Interception {
  readonly url: string
  /** Whether the test has chosen the URL. A server can then listen there. */
  readonly isGivenUrl: boolean
  readonly mswServer: MswServer | undefined
  readonly cors: boolean
}

const action = 'open the world of a test through MSW'

/**
 * Makes MSW respond to the requests to a URL with a world. It uses the MSW server of the test, or else one server for all
 * worlds, which listens while a world is open. Returns the function that ends the interception.
 *
 * @throws {MockStateError} in a page, if another open world has the URL, or if the given MSW server does not listen. Also if
 *   no server is given but one listens, because its handlers would not respond any more.
 */
export async function interceptWithMsw(
  world: FetchTarget,
  { cors, isGivenUrl, mswServer, url }: Interception,
): Promise<() => void> {
  const { versions } = Object(globalThis.process)
  if (versions?.node === undefined) {
    throw new MockStateError(`Cannot ${action}: this is a page; pass createMswHandler(world) to setupWorker`)
  }

  const { createMswHandler } = await import('../adapters/msw.ts')
  const handler = createMswHandler(world, { baseUrl: url, cors })
  const createEnded: InterceptedWorld['createEnded'] = (listHandlers) =>
    createEndedHandler(createMswHandler, { url, cors, listHandlers })
  const intercepted = { url, handler, createEnded: isGivenUrl ? createEnded : undefined }
  if (mswServer === undefined) return addWorldToSharedServer(intercepted)

  if (!isListening()) throw new MockStateError(`Cannot ${action}: the mswServer does not listen; call its listen() first`)
  return addWorldToServerOfTest(mswServer, intercepted)
}

/** The name of the member of a handler that has the URL of its world. All copies of this module find it. */
const urlKey = Symbol.for('@wfhost/mock-server: the URL of the world of a test')

/** Adds a world to the MSW server of a test. Returns a function that ends the world, and keeps the other handlers. */
function addWorldToServerOfTest(mswServer: MswServer, { createEnded, handler, url }: InterceptedWorld): () => void {
  const openUrls = mswServer.listHandlers().map((each) => String(Reflect.get(each, urlKey)))
  assertUniqueUrl(openUrls, url)

  Reflect.set(handler, urlKey, url)
  addHandler(mswServer, handler)

  return () => {
    // MSW cannot remove a single handler, so this one stays, matches no request, and no longer refers to the world.
    handler.predicate = async () => false
    Reflect.set(handler, 'resolver', () => {})
    Reflect.deleteProperty(handler, urlKey)
    refuseLateRequests(mswServer, { url, createEnded })
  }
}

/** Adds the handler for requests to a world that has ended. It stays until the test resets the handlers of its server. */
function refuseLateRequests(mswServer: MswServer, { createEnded, url }: Pick<InterceptedWorld, 'createEnded' | 'url'>): void {
  const listHandlers = () => mswServer.listHandlers()
  if (createEnded === undefined || !isListening() || hasEndedHandler(listHandlers(), url)) return
  addHandler(mswServer, createEnded(listHandlers))
}

/** Adds a handler before the others. MSW 2 and MSW 3 have different types of handlers. */
function addHandler(mswServer: MswServer, handler: MswHandler): void {
  mswServer.use(...([handler] as never))
}

/** Whether one of the handlers is for the ended worlds at a URL. One is enough for all of them. */
function hasEndedHandler(handlers: readonly object[], url: string): boolean {
  return handlers.map(getEndedUrl).some((endedUrl) => endedUrl !== undefined && normalize(endedUrl) === normalize(url))
}

/**
 * Adds a world to the MSW server that all worlds of tests share. Returns a function that removes the world. The removal of the
 * last world closes the server.
 */
async function addWorldToSharedServer(world: InterceptedWorld): Promise<() => void> {
  assertNoOtherServer()

  const { setupServer } = await importMswForNode()
  const sharedServer = getOrCreateSharedServer(setupServer)
  const { endedHandlers, mswServer, worlds } = sharedServer
  const openUrls = worlds.map(({ url }) => url)
  assertUniqueUrl(openUrls, world.url)

  // MSW tries the handlers in order. The newest world comes first, as with `server.use()`.
  worlds.unshift(world)
  setHandlers(sharedServer)

  return () => {
    worlds.splice(worlds.indexOf(world), 1)
    if (worlds.length === 0) return closeSharedServer(sharedServer)

    const isRefused = hasEndedHandler(endedHandlers, world.url)
    if (world.createEnded !== undefined && !isRefused) endedHandlers.push(world.createEnded(() => mswServer.listHandlers()))
    setHandlers(sharedServer)
  }
}

/** Gives the shared server the handlers of the open worlds, and after them those for ended worlds. */
function setHandlers({ endedHandlers, mswServer, worlds }: SharedServer): void {
  mswServer.resetHandlers(...worlds.map(({ handler }) => handler), ...endedHandlers)
}

/** Imports msw/node, which is for Node only. Bundlers for pages ignore an import whose name is a variable. */
async function importMswForNode(): Promise<typeof import('msw/node')> {
  const moduleName = 'msw/node'
  return import(/* @vite-ignore */ /* webpackIgnore: true */ moduleName)
}

/** Throws if an MSW server other than the shared one listens, because the shared one would take its requests. */
function assertNoOtherServer(): void {
  const isSharedServerOpen = Reflect.get(globalThis, sharedKey) !== undefined
  if (isSharedServerOpen || !isListening()) return

  throw new MockStateError(
    `Cannot ${action}: a setupServer() already listens, and its handlers would receive no more requests; pass it as mswServer`,
  )
}

/** Throws if another open world has the same URL, perhaps in another spelling. */
function assertUniqueUrl(openUrls: readonly string[], url: string): void {
  const isTaken = openUrls.some((openUrl) => normalize(openUrl) === normalize(url))
  if (!isTaken) return

  throw new MockStateError(
    `Cannot ${action}: another open world has ${url}; leave out baseUrl, so that each has its own, or run these tests one after another`,
  )
}

/** Writes a URL as a browser does: its scheme and host in lower case, and without a default port. */
function normalize(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url
}

/**
 * Returns whether any MSW server listens. While it does, MSW 2 has its interceptors on globalThis; MSW 3 has a registry there,
 * whose entry has a state.
 */
function isListening(): boolean {
  const interceptors = ['interceptor-source', 'setup-server']
  if (interceptors.some((name) => Reflect.has(globalThis, Symbol.for(name)))) return true

  const registry: unknown = Reflect.get(globalThis, '__MSW_INTERCEPTORS_REGISTRY')
  const source: unknown = Object(registry).get?.(Symbol.for('node-http-request-source'))
  return Object(source).readyState === 'ACTIVE'
}

/** Closes the MSW server of all worlds. The next world that opens creates another one. */
function closeSharedServer({ mswServer }: SharedServer): void {
  mswServer.close()
  Reflect.deleteProperty(globalThis, sharedKey)
}

/** Returns the MSW server of all worlds. It is stored on `globalThis`, where all copies of this module find it. */
function getOrCreateSharedServer(setupServer: () => SetupServer): SharedServer {
  const existing: SharedServer | undefined = Reflect.get(globalThis, sharedKey)
  if (existing !== undefined) return existing

  const created = { mswServer: setupServer(), worlds: [], endedHandlers: [] }
  // MSW 2 and MSW 3 have different names for this option.
  created.mswServer.listen({ onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' } as Parameters<SetupServer['listen']>[0])
  Reflect.set(globalThis, sharedKey, created)
  return created
}
