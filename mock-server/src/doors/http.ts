import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { isConnectionFault } from '../core/faults/connection-fault-error.ts'
import { breakConnection } from './http/break-connection.ts'
import { withCors } from './http/cors.ts'

/** What answers requests: a service, or a function on web requests. */
export type Fetcher = { readonly fetch: (request: Request) => Promise<Response> } | ((request: Request) => Promise<Response>)

/** Where to listen. */
export interface ListenOptions {
  /** @default 0, a free port */
  readonly port?: number
  /** @default 127.0.0.1 */
  readonly host?: string
  readonly limits?: HttpLimits
  /** Whether pages of other origins may call it; never what lies below `/__mock/`. @default false */
  readonly cors?: boolean
}

/** How much a client may ask for; each excess has its own answer. */
export interface HttpLimits {
  /** Of a body: 413. @default 20000000 */
  readonly bodyBytes?: number
  /** Of all headers together: 431. @default 16384 */
  readonly headerBytes?: number
  /** Of the target: 414. @default 8192 */
  readonly urlCharacters?: number
  /** Until the whole request has come: 408. @default 30000 */
  readonly requestMs?: number
  /** At the same time; further ones are closed. @default 10000 */
  readonly connections?: number
}

/** A server that listens. */
export interface Listening {
  readonly url: string
  readonly port: number
  /** Lets the requests under way end, and stops listening. */
  readonly close: () => Promise<void>
}

/**
 * Serves a service over HTTP.
 *
 * @throws {Error} in one line when the port is taken or the host is not one of this machine.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService } from '@wfhost/mock-server'
 * import { listen } from '@wfhost/mock-server/http'
 *
 * const server = await listen(createMockService())
 * const response = await fetch(`${server.url}/v1/public/wfhost/manifest`)
 * assert.equal(response.status, 401)
 * await server.close()
 * ```
 */
export async function listen(
  target: Fetcher,
  { cors = false, host = '127.0.0.1', limits = {}, port = 0 }: ListenOptions = {},
): Promise<Listening> {
  const { bodyBytes = 20_000_000, connections = 10_000, headerBytes = 16_384, requestMs = 30_000, urlCharacters = 8192 } = limits
  const plain = typeof target === 'function' ? target : target.fetch
  const answer = cors ? withCors(plain) : plain
  const times = { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: Math.min(requestMs, 1000) }
  const server = createServer({ ...times, maxHeaderSize: headerBytes }, (incoming, outgoing) => {
    if ((incoming.url ?? '').length > urlCharacters) return refuse(outgoing, { status: 414, message: 'The target is too long' })
    if (Number(incoming.headers['content-length'] ?? 0) > bodyBytes) {
      return refuse(outgoing, { status: 413, message: 'The body is too large' })
    }
    const request: Request = new NodeRequest({ req: incoming, res: outgoing, maxRequestBodySize: bodyBytes })
    answer(request)
      .then((response) => send(outgoing, response))
      .catch((error: unknown) => fail(outgoing, error))
  })
  server.maxConnections = connections
  await bound(server, { host, port })
  const { port: actual } = server.address() as AddressInfo
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`, port: actual, close: () => closed(server) }
}

function refuse(outgoing: ServerResponse, { message, status }: { readonly status: number; readonly message: string }): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify({ message }))
}

async function fail(outgoing: ServerResponse, error: unknown): Promise<void> {
  if (isConnectionFault(error)) return breakConnection(outgoing, error)
  outgoing.destroy()
}

/** Writes a response in one piece when its text is at hand, and streams any other. */
async function send(outgoing: ServerResponse, response: Response): Promise<void> {
  // By its member, since a CommonJS build has the class once in each entry.
  if (!('content' in response) || typeof response.content !== 'string' || response.bodyUsed) {
    return sendNodeResponse(outgoing, response)
  }
  const { content, headers, status } = response
  const length = headers.has('content-length') ? [] : ['content-length', String(Buffer.byteLength(content))]
  outgoing.writeHead(status, [...headers].flat().concat(length)).end(content)
}

function bound(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'the port is taken' : error.message
      reject(new Error(`Cannot listen on ${host}:${port}: ${why}`, { cause: error }))
    })
    server.listen({ host, port }, () => {
      server.removeAllListeners('error')
      resolve()
    })
  })
}

const graceMs = 2000

/** Ends when the requests under way have been answered, or when they had their time. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs)
    server.on('request', (_incoming, outgoing) => outgoing.setHeader('connection', 'close'))
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
