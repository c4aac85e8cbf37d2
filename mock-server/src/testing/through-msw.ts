import type { SetupServer } from 'msw/node'
import { MockStateError } from '../core/mock-state-error.ts'
import type { FetchTarget } from '../core/requests/web-fetch.ts'

/** What of `setupServer()` of MSW a world needs. */
export interface MswServer {
  use(...handlers: never): void
}

interface OpenWorld {
  readonly url: string
  readonly handler: Parameters<SetupServer['use']>[number]
}

interface Shared {
  readonly network: SetupServer
  readonly worlds: OpenWorld[]
}

// MSW intercepts for the whole process, whatever has loaded this module how often, so a second network breaks the first.
const shared = Symbol.for('@wfhost/mock-server: the network of the worlds of tests')

/**
 * Makes MSW answer the requests to a URL by a world: on the server of MSW that the test has already, or on one for all worlds
 * that listens while one is open. Returns the function that ends it.
 *
 * @throws {MockStateError} in a page, where another open world has the URL, where the given server of MSW does not
 *   listen, and where one listens that was not given: its handlers would answer no more.
 */
export async function interceptWithMsw(
  world: FetchTarget,
  { cors, mswServer, url }: { readonly url: string; readonly mswServer: MswServer | undefined; readonly cors: boolean },
): Promise<() => void> {
  const attempt = 'open the world of a test through MSW'
  const { versions } = Object(globalThis.process)
  if (versions?.node === undefined)
    throw new MockStateError(`Cannot ${attempt}: this is a page; pass createMswHandler(world) to setupWorker`)
  const { createMswHandler } = await import('../adapters/msw.ts')
  const handler = createMswHandler(world, { baseUrl: url, cors })
  if (mswServer !== undefined) {
    if (!isListening()) throw new MockStateError(`Cannot ${attempt}: the mswServer does not listen; call its listen() first`)
    mswServer.use(...([handler] as never))
    return () => {}
  }
  if (Reflect.get(globalThis, shared) === undefined && isListening())
    throw new MockStateError(
      `Cannot ${attempt}: a setupServer() listens already, whose handlers would answer no more; pass it as mswServer`,
    )
  // A name that bundlers do not see: pages have no such entry.
  const entry = 'msw/node'
  const { setupServer }: typeof import('msw/node') = await import(/* @vite-ignore */ /* webpackIgnore: true */ entry)
  const { network: own, worlds } = sharedNetwork(setupServer)
  if (worlds.some((other) => other.url === url))
    throw new MockStateError(
      `Cannot ${attempt}: another open world has ${url}; leave out baseUrl, so that each has its own, or run these tests one after another`,
    )
  const open = { url, handler }
  worlds.unshift(open)
  own.resetHandlers(...worlds.map((each) => each.handler))
  return () => {
    worlds.splice(worlds.indexOf(open), 1)
    own.resetHandlers(...worlds.map((each) => each.handler))
    if (worlds.length > 0) return
    own.close()
    Reflect.deleteProperty(globalThis, shared)
  }
}

/** Whether any server of MSW does. MSW 2 keeps on globalThis what intercepts, while it does; MSW 3 keeps it in a registry, which says whether it does. */
function isListening(): boolean {
  if (['interceptor-source', 'setup-server'].some((name) => Reflect.has(globalThis, Symbol.for(name)))) return true
  const registry: unknown = Reflect.get(globalThis, '__MSW_INTERCEPTORS_REGISTRY')
  const source: unknown = Object(registry).get?.(Symbol.for('node-http-request-source'))
  return Object(source).readyState === 'ACTIVE'
}

function sharedNetwork(setupServer: () => SetupServer): Shared {
  const found: Shared | undefined = Reflect.get(globalThis, shared)
  if (found !== undefined) return found
  const made = { network: setupServer(), worlds: [] }
  // The option has another name in MSW 2.
  made.network.listen({ onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' } as Parameters<SetupServer['listen']>[0])
  Reflect.set(globalThis, shared, made)
  return made
}
