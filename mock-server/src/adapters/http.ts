import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { evaluateCors } from '../core/requests/cors.ts'
import { type FetchTarget, getWebHandler } from '../core/requests/web-fetch.ts'
import { validate } from '../schema/check.ts'
import { bind, findReachableOrigin } from './http/bind.ts'
import { createConnectionTracker } from './http/connections.ts'
import { type HttpHandler, toHttpHandler } from './http/http-exchange.ts'
import {
  type Listening,
  type ListenOptions,
  limitsSchema,
  listenOptionsSchema,
  type ResolvedLimits,
  resolveLimits,
  tlsOptionsSchema,
} from './http/listen-options.ts'
import { createRequestListener } from './http/request-listener.ts'

export type { DrainOptions, HttpLimits, Listening, ListenOptions, Refusal } from './http/listen-options.ts'

/**
 * Serves a service, or anything else with a `fetch`, over HTTP.
 *
 * @throws {MockStateError} for unknown options, and for values of another type
 * @throws {Error} with one line if the port is in use, the host is not an address of this machine, or certificate and key do not
 *   match
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService } from '@wfhost/mock-server'
 * import { listen } from '@wfhost/mock-server/http'
 *
 * // `server.close()` does what `await using` does at the end of the block.
 * await using server = await listen(createMockService())
 * const response = await fetch(`${server.url}/v1/public/wfhost/manifest`)
 * assert.equal(response.status, 401)
 * ```
 */
export async function listen(target: FetchTarget, options: ListenOptions = {}): Promise<Listening> {
  checkOptions(options)
  const { cors = false, host = '127.0.0.1', onRefusal = () => {}, port = 0, tls } = options
  const limits = resolveLimits(options.limits)

  const handler = createHandler(target, cors)
  const server = createNodeServer(limits, tls)
  const connections = createConnectionTracker(server, {
    // Closes the connection of a client that does not read its response in time.
    unreadTimeout: limits.unreadTimeout,
    // A request with a longer URL gets a 414.
    maxUrlCharacters: limits.urlCharacters,
    onRefusal,
  })
  server.on('request', createRequestListener(handler, limits, connections))
  server.maxConnections = limits.connections
  // Zero removes Node's limit, because Node would drop further headers silently. The request listener has its own limit: it
  // counts the headers and refuses the request.
  server.maxHeadersCount = 0

  const address = await bind(server, { host, port })
  const url = findReachableOrigin({ host, port: address.port, secure: tls !== undefined })
  // `close` accepts any argument, because test runners pass a context to a hook such as `afterAll(server.close)`.
  const { close } = connections
  return { url, port: address.port, close, [Symbol.asyncDispose]: () => close() }
}

/** Creates the handler of HTTP requests. The target handles web requests, so the handler converts to and from them. */
function createHandler(target: FetchTarget, cors: boolean): HttpHandler {
  const webHandler = getWebHandler(target, 'listen')
  const httpHandler = toHttpHandler(webHandler)
  return cors ? withCors(httpHandler) : httpHandler
}

/**
 * Rejects unknown options and wrong values. The last argument of `validate` begins the message, such as
 * `Cannot listen with TLS: …`.
 */
function checkOptions(options: ListenOptions): void {
  validate(listenOptionsSchema, options, 'listen')
  validate(limitsSchema, options.limits ?? {}, 'listen with these limits')
  if (options.tls !== undefined) validate(tlsOptionsSchema, options.tls, 'listen with TLS')
}

/**
 * Creates an HTTP server of Node, or an HTTPS server if the options have a certificate.
 *
 * @throws {Error} if OpenSSL rejects the certificate or the key.
 */
function createNodeServer({ headerBytes, requestTimeout }: ResolvedLimits, tls: ListenOptions['tls']): Server {
  const options = {
    requestTimeout,
    headersTimeout: requestTimeout,
    // How often Node looks for requests that are late.
    connectionsCheckingInterval: Math.min(requestTimeout, 1000),
    maxHeaderSize: headerBytes,
    // The request listener refuses a request without a Host header, so that the log shows the refusal.
    requireHostHeader: false,
  }

  // The modules are loaded with `require`, because an import of node:http also loads the whole of fetch, which takes 15 MB.
  const requireModule = createModuleLoader()
  const http: typeof import('node:http') = requireModule('node:http')
  if (tls === undefined) return http.createServer(options)

  try {
    const https: typeof import('node:https') = requireModule('node:https')
    return https.createServer({ ...options, ...tls })
  } catch (cause) {
    throw new Error(`Cannot listen with TLS: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/**
 * Returns a function that loads modules of Node with `require`. An import would read every export, and one export of node:http
 * loads the whole of fetch, which takes 15 MB and a third of the time to start.
 */
function createModuleLoader(): NodeJS.Require {
  // Not at the top of this module, because a page that imports it has no process. Any path serves for modules of Node.
  return createRequire(process.execPath)
}

/**
 * Allows pages of other origins to send requests to a service, also with cookies, and to read its responses and
 * `Retry-After`. The control surface under `/__mock/` stays closed to them.
 */
function withCors(handler: HttpHandler): HttpHandler {
  return async (request) => {
    const corsResult = request.path.startsWith('/__mock/') ? undefined : evaluateCors(request)
    if (corsResult === undefined) return handler(request)
    if (corsResult.isPreflight) return { status: 204, headers: corsResult.headers, body: '' }

    const { headers, ...response } = await handler(request)
    const vary = [headers['vary'] ?? [], 'Origin'].flat().join(', ')
    return { ...response, headers: { ...headers, ...corsResult.headers, vary } }
  }
}
