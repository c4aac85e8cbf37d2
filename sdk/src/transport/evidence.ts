/**
 * How the client concludes that a request was not sent.
 *
 * A run must never happen twice, so a request is sent again only if the service certainly did not get it. Two things prove
 * that, and nothing else does:
 *
 * 1. **Our own transport saw it.** The request went through a dispatcher of undici, either by the `fetch` of Node or by the
 *    Node transport (`src/node`). The dispatcher reports when a connection is ready, which is before it writes the first byte. Without that report, nothing
 *    was written.
 * 2. **The caller says it.** A `fetch` of the caller threw a NotSentError.
 *
 * The code or the message of an error proves nothing. A wrapper around `fetch` can send the request, receive the response,
 * and then fail with the `ECONNREFUSED` of an audit log. So the outcome is unknown after every other error, and also in
 * runtimes that report nothing about connections: browsers, Deno and Bun.
 */
import { NotSentError } from '../errors/not-sent-error.ts'
import { limitProxyConnections, type ProxyLimit } from './proxy-connections.ts'
import type { ConnectionEvidence } from './transport.ts'

/** The methods that undici calls when a connection is ready. Versions differ in the name. */
const CONNECTION_READY = ['onConnect', 'onRequestStart'] as const

type Handler = Partial<Record<(typeof CONNECTION_READY)[number], (...args: unknown[]) => unknown>>

interface Dispatcher {
  readonly dispatch: (options: object, handler: Handler) => boolean
}

/** The key under which undici keeps the dispatcher that `fetch` uses. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1')

/** Observes the connection of one request on Node. */
export class ConnectionWatch implements ConnectionEvidence {
  /** Pass it to `fetch` with the request. */
  readonly dispatcher: Dispatcher
  isRepeated = false
  readonly #sendsOnce: boolean
  readonly #fetch: unknown = globalThis.fetch
  readonly #proxyLimit: ProxyLimit | undefined
  #hasConnection = false

  constructor(current: Dispatcher, url: string) {
    this.#sendsOnce = sendsOnce(current)
    this.#proxyLimit = usesProxy(current) ? limitProxyConnections(new URL(url).host) : undefined
    this.dispatcher = { dispatch: (options, handler) => this.#dispatch(current, options, handler) }
  }

  /** Ends the watch of a request that fetch has answered or failed. */
  close({ isAborted }: { readonly isAborted: boolean }): void {
    if (isAborted && !this.#hasConnection) this.#proxyLimit?.endAfterNext()
    else this.#proxyLimit?.end()
  }

  get provesNotSent(): boolean {
    return !this.#hasConnection && this.#sendsOnce && isFetchOfNode(this.#fetch)
  }

  #dispatch(current: Dispatcher, options: object, handler: Handler): boolean {
    // Node's fetch repeats a request by itself after a 421.
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

    // Node's fetch gives up after 300 s without a byte, whatever the timeout of the caller. Zero lifts that limit.
    return current.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler)
  }
}

/** Starts to watch the connection of a request that the global fetch sends. Undefined where the runtime reports nothing. */
export function watchConnection(url: string): ConnectionWatch | undefined {
  const current = (globalThis as { [GLOBAL_DISPATCHER]?: Dispatcher })[GLOBAL_DISPATCHER]
  return current === undefined ? undefined : new ConnectionWatch(current, url)
}

/** Whether a request was certainly not sent, after fetch threw an error or the client gave up. */
export function wasNotSent(thrown: unknown, evidence: ConnectionEvidence | undefined): boolean {
  return thrown instanceof NotSentError || evidence?.provesNotSent === true
}

/** Whether a function is the fetch that Node brings, and not a wrapper. A wrapper can send requests that no watch sees. */
export function isFetchOfNode(fetch: unknown): boolean {
  return typeof fetch === 'function' && Function.prototype.toString.call(fetch).includes('internal/deps/undici')
}

/** The dispatchers of undici that go through a proxy. */
const PROXY_DISPATCHERS = ['EnvHttpProxyAgent', 'ProxyAgent']

/** The dispatchers of undici that send a request once, on one connection. */
const PLAIN_DISPATCHERS = ['Agent', ...PROXY_DISPATCHERS]

/** Whether a dispatcher sends each request once, on one connection. */
export function sendsOnce(dispatcher: object): boolean {
  return hasNoInterceptor(dispatcher) && PLAIN_DISPATCHERS.includes(nameOfClass(dispatcher))
}

export function usesProxy(dispatcher: object): boolean {
  return PROXY_DISPATCHERS.includes(nameOfClass(dispatcher))
}

function nameOfClass(dispatcher: object): string {
  return Object.getPrototypeOf(dispatcher)?.constructor?.name ?? ''
}

/** An interceptor replaces the `dispatch` of its dispatcher, and can send a request that our handler does not hear of. */
function hasNoInterceptor(dispatcher: object): boolean {
  return Reflect.get(dispatcher, 'dispatch') === Object.getPrototypeOf(dispatcher)?.dispatch
}
