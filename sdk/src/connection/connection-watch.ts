import type { ConnectionEvidence } from '../transport/transport.ts'
import { sendsOnce, usesProxy } from './dispatchers.ts'
import { limitProxyConnections, type ProxyLimit } from './proxy-connections.ts'

/** The methods that undici calls when a connection is ready. Versions differ in the name. */
const CONNECTION_READY = ['onConnect', 'onRequestStart'] as const

type Handler = Partial<Record<(typeof CONNECTION_READY)[number], (...args: unknown[]) => unknown>>

interface Dispatcher {
  readonly dispatch: (options: object, handler: Handler) => boolean
}

interface FetchOptions {
  readonly signal: AbortSignal
  /** The body of the request, if it is known as text. */
  readonly body: string | undefined
}

/** The key under which undici keeps the dispatcher that `fetch` uses. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1')

/** Observes the connection of one request on Node. */
export class ConnectionWatch implements ConnectionEvidence {
  isRepeated = false
  readonly #dispatcher: Dispatcher
  readonly #sendsOnce: boolean
  readonly #fetch: unknown = globalThis.fetch
  readonly #proxyLimit: ProxyLimit | undefined
  #hasConnection = false

  constructor(current: Dispatcher, url: string) {
    this.#sendsOnce = sendsOnce(current)
    this.#proxyLimit = usesProxy(current) ? limitProxyConnections(new URL(url).host) : undefined
    this.#dispatcher = { dispatch: (options, handler) => this.#dispatch(current, options, handler) }
  }

  /** Sends the request with the global fetch, through the dispatcher that this watch observes. */
  fetch(request: Request, { body, ...options }: FetchOptions): Promise<Response> {
    const init = { ...options, dispatcher: this.#dispatcher }
    if (body === undefined || !isFetchOfNode(globalThis.fetch)) return globalThis.fetch(request, init as RequestInit)

    // Node's fetch would read the body of a Request through another stream.
    const { headers, method, redirect, url } = request
    return globalThis.fetch(url, { ...init, method, headers, redirect, body } as RequestInit)
  }

  /** Ends the watch when fetch has resolved or rejected. */
  close({ isAborted }: { readonly isAborted: boolean }): void {
    if (isAborted && !this.#hasConnection) this.#proxyLimit?.endAfterAbort()
    else this.#proxyLimit?.end()
  }

  get provesNotSent(): boolean {
    return !this.#hasConnection && this.#sendsOnce && isFetchOfNode(this.#fetch)
  }

  /** Passes the request of fetch to the actual dispatcher, and observes when its connection is ready. Fetch calls it. */
  #dispatch(current: Dispatcher, options: object, handler: Handler): boolean {
    // Node's fetch automatically repeats a request after a 421, and a run must not happen twice.
    if (this.#hasConnection) {
      this.isRepeated = true
      throw new Error('The request was sent already')
    }

    for (const name of CONNECTION_READY) {
      const report = handler[name]
      if (report === undefined) continue
      handler[name] = (...args) => {
        this.#hasConnection = true
        return report.apply(handler, args)
      }
    }

    // Node's fetch gives up after 300 s without a byte, even if the timeout of the caller is longer. Zero removes that limit.
    return current.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler)
  }
}

/** Starts to watch the connection of a request that the global fetch sends. Undefined where the runtime reports nothing. */
export function watchConnection(url: string): ConnectionWatch | undefined {
  const current = (globalThis as { [GLOBAL_DISPATCHER]?: Dispatcher })[GLOBAL_DISPATCHER]
  return current === undefined ? undefined : new ConnectionWatch(current, url)
}

/** Whether a function is the fetch that Node brings, and not a wrapper. A wrapper can send requests that no watch sees. */
export function isFetchOfNode(fetch: unknown): boolean {
  return typeof fetch === 'function' && Function.prototype.toString.call(fetch).includes('internal/deps/undici')
}
