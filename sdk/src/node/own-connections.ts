import { Socket } from 'node:net'
import type { Proxies } from '@wfhost/internal/proxy-variables'
import { Agent, buildConnector, Client, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { CLOSED_BY_PROXY_CODE, RECOVERABLE_CODE } from '../connection/proxy-connections.ts'
import { NotSentError } from '../errors/not-sent-error.ts'
import type { Connections } from './connections.ts'

interface OwnConnectionOptions {
  /** Certificates to trust instead of those of Node. */
  readonly trusted: readonly string[] | undefined
  /** The proxies to use, from the environment. */
  readonly proxies: Proxies | undefined
}

/**
 * The connections that a transport opens itself. An abort ends them in every phase.
 *
 * undici does not end a connection that it is still opening: an abort does not reach it, `close()` waits for it, and it keeps the
 * process alive. So the transport knows for which request each socket was opened.
 */
export class OwnConnections implements Connections {
  readonly sendsOnce = true
  readonly needsProxyLimit = false
  readonly #dispatcher: Dispatcher
  /** The sockets that undici has opened for the request that it receives now. */
  #openedNow: Socket[] = []

  constructor({ proxies, trusted }: OwnConnectionOptions) {
    this.#dispatcher = this.#createDispatcher(trusted && { ca: [...trusted] }, proxies)
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): readonly Socket[] {
    const opened: Socket[] = []

    // undici opens the connection for a request before `dispatch` returns, also the one to a proxy.
    this.#openedNow = opened
    try {
      this.#dispatcher.dispatch(options, handler)
    } finally {
      this.#openedNow = []
    }
    return opened
  }

  readonly close = (): Promise<void> => this.#dispatcher.close()

  #createDispatcher(tls: { readonly ca: string[] } | undefined, proxies: Proxies | undefined): Dispatcher {
    const settings = {
      // HTTP/2 stays off, because its streams do not show whether a request was sent.
      allowH2: false,
      // The client has its own timeouts.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: buildConnector({ ...tls, allowH2: false }),
      factory: this.#createPool,
    }
    if (proxies === undefined) return new Agent(settings)

    const { http: httpProxy, https: httpsProxy } = proxies
    return new EnvHttpProxyAgent({
      ...settings,
      httpProxy,
      httpsProxy,
      // For the connections to the proxy itself.
      clientFactory: this.#createProxyPool,
      ...(tls && { requestTls: tls, proxyTls: tls }),
    })
  }

  /** Creates a pool of undici for the connections to an origin, directly or through a tunnel. */
  readonly #createPool = (origin: string | URL, options: Pool.Options): Pool => {
    return this.#createTrackedPool(origin, options, explainTunnelError)
  }

  /** Creates a pool of undici for the connections to a proxy. */
  readonly #createProxyPool = (proxy: URL, options: Pool.Options): Pool => {
    return this.#createTrackedPool(proxy, options, (error) => explainProxyError(error, proxy.host))
  }

  /**
   * Creates a pool that tracks its sockets.
   *
   * @param explain - Replaces the error of a connection that failed.
   */
  #createTrackedPool(origin: string | URL, options: Pool.Options, explain: (error: Error) => Error): Pool {
    const { connect } = options
    if (typeof connect !== 'function') throw new TypeError('expected a function that connects')

    return new Pool(origin, {
      ...options,
      factory: (clientOrigin, clientOptions: Client.Options) => new LimitedClient(clientOrigin, clientOptions),
      // Otherwise undici 8 lets requests wait for the connection of another one, until that shows its protocol.
      allowH2: false,
      connect: (target, callback) => {
        // A connector of undici returns its socket, which its type does not state. That of a tunnel returns none: a socket to the
        // proxy is underneath, which another pool tracks.
        const socket: unknown = connect(target, (...[error, opened]) => {
          if (error === null) callback(null, opened)
          else callback(explain(error), null)
        })
        if (socket instanceof Socket) this.#openedNow.push(socket)
      },
    })
  }
}

/** How often a client connects for one request. A server may close an idle connection at the moment when a request needs it. */
const MAX_CONNECTIONS = 3

/**
 * A client of undici that connects a limited number of times for one request. Without the limit, it connects again without end if
 * each connection closes before the request is sent, as behind a proxy that responds to CONNECT with 200 and a page.
 */
class LimitedClient extends Client {
  #connections = 0

  constructor(origin: URL, { connect, ...options }: Client.Options) {
    if (typeof connect !== 'function') throw new TypeError('expected a function that connects')

    super(origin, {
      ...options,
      connect: (target, callback) => {
        this.#connections += 1
        if (this.#connections <= MAX_CONNECTIONS) connect(target, callback)
        else callback(new NotSentError('each connection was closed before the request'), null)
      },
    })
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.#connections = 0
    return super.dispatch(options, handler)
  }
}

/**
 * Explains the error of a tunnel that the proxy closed. The code of undici 7 for it must not remain: undici would open the next
 * tunnel immediately, and so on, even after the request was aborted.
 */
function explainTunnelError(error: Error): Error {
  const isClosedByProxy = readErrorCode(error) === RECOVERABLE_CODE
  return isClosedByProxy ? new NotSentError(CLOSED_BY_PROXY_CODE, { cause: error }) : error
}

/** Explains the error of a connection to a proxy. Otherwise it would look like an error of the service. */
function explainProxyError(error: Error, host: string): Error {
  const reason = readErrorCode(error) ?? error.message
  return new NotSentError(`the proxy ${host} cannot be reached: ${reason}`, { cause: error })
}

function readErrorCode(error: Error & { readonly code?: string }): string | undefined {
  return error.code
}
