import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { createCorsPermission } from '../core/requests/cors.ts'
import { type FetchTarget, getWebHandler } from '../core/requests/web-fetch.ts'
import { answerRequest } from './http/answer-request.ts'
import { bind, reachableOriginOf } from './http/bind.ts'
import { createConnections } from './http/connections.ts'
import { type AnswerHttp, toAnswerHttp } from './http/http-exchange.ts'
import { defaultLimits, type HttpLimits, type Listening, type ListenOptions } from './http/listen-options.ts'

export type { DrainOptions, HttpLimits, Listening, ListenOptions, Refusal } from './http/listen-options.ts'

/**
 * Serves a service, or anything else with a `fetch`, over HTTP.
 *
 * @throws {Error} with one line if the port is in use, the host is not an address of this machine,
 * or certificate and key do not match.
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
  const { cors = false, host = '127.0.0.1', onRefusal = () => {}, port = 0, tls } = options
  const limits = { ...defaultLimits, ...options.limits }
  const answer = toAnswerHttp(getWebHandler(target, 'listen'))
  const server = createServerFor({ limits, tls })
  const connections = createConnections(server, { ...limits, onRefusal })
  const { close } = connections
  server.on('request', answerRequest(cors ? withCors(answer) : answer, limits, connections))
  server.maxConnections = limits.connections
  // We count them, and say so.
  server.maxHeadersCount = 0
  const secure = tls !== undefined
  const bound = await bind(server, { host, port })
  const url = reachableOriginOf({ host, port: bound.port, secure })
  return { url, port: bound.port, close, [Symbol.asyncDispose]: () => close() }
}

function createServerFor({
  limits: { headerBytes, requestMs },
  tls,
}: {
  readonly limits: Required<HttpLimits>
  readonly tls: ListenOptions['tls']
}): Server {
  const times = { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: Math.min(requestMs, 1000) }
  const options = { ...times, maxHeaderSize: headerBytes, requireHostHeader: false }
  // Not imported: of what a module imports, Node reads every export, and node:http has one that loads the whole of fetch. That
  // takes a third of the time to start, and 15 MB. Not made at the top either: a page that imports this has no process.
  const load = createRequire(process.execPath)
  const http: typeof import('node:http') = load('node:http')
  if (tls === undefined) return http.createServer(options)
  try {
    const https: typeof import('node:https') = load('node:https')
    return https.createServer({ ...options, ...tls })
  } catch (cause) {
    throw new Error(`Cannot listen with TLS: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/**
 * Allows pages of other origins to call a service, also with cookies, and to read its responses and `Retry-After`. The
 * control surface under `/__mock/` stays closed to them.
 */
function withCors(answer: AnswerHttp): AnswerHttp {
  return async (request) => {
    const permission = request.path.startsWith('/__mock/') ? undefined : createCorsPermission(request)
    if (permission === undefined) return answer(request)
    if (permission.isPreflight) return { status: 204, headers: permission.headers, body: '' }
    const { headers, ...response } = await answer(request)
    const vary = [headers['vary'] ?? [], 'Origin'].flat().join(', ')
    return { ...response, headers: { ...headers, ...permission.headers, vary } }
  }
}
