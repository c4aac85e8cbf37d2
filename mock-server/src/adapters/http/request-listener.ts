import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isConnectionFault } from '../../faults/connection-fault-error.ts'
import type { Connections } from './connections.ts'
import { type HttpHandler, HttpRequest, type HttpResponse } from './http-exchange.ts'
import type { ResolvedLimits } from './listen-options.ts'

const maxHeaders = 2000
const maxReportedCharacters = 200

type RefusalWithStatus = Parameters<Connections['refuse']>[2]

/**
 * Creates the request listener of a Node server. It refuses requests that exceed a limit. For all others, it receives the whole
 * body, and sends the response of the handler.
 *
 * @param handler - Handles a complete request. If it rejects, the connection breaks without a response.
 */
export function createRequestListener(
  handler: HttpHandler,
  limits: ResolvedLimits,
  connections: Pick<Connections, 'refuse'>,
): RequestListener {
  // One sender for all connections of the server, because it sends responses that are ready at the same time together.
  const sendResponse = createResponseSender()

  return (incoming, outgoing) => {
    const arrivedAt = performance.now()

    function refuse(problem: Problem): void {
      connections.refuse(incoming, outgoing, describeRefusal(incoming, problem, arrivedAt))
    }

    const problem = findHeadProblem(incoming, limits)
    if (problem !== undefined) return refuse(problem)

    receiveBody(incoming, {
      maxBytes: limits.bodyBytes,
      onTooLarge: () => refuse({ status: 413, reason: 'The body is too large' }),
      onReceived: (bytes) => {
        // `sendResponse` only queues the response, so it never throws. An error while a response is sent closes its connection.
        handler(new HttpRequest(incoming, { bytes, outgoing })).then(
          (response) => sendResponse(outgoing, response),
          (error: unknown) => breakConnection(outgoing, error),
        )
      },
    })
  }
}

/** Why a request is refused. */
interface Problem {
  readonly status: number
  readonly reason: string
}

/** Describes a refusal for the client and for the log. */
function describeRefusal(incoming: IncomingMessage, { reason, status }: Problem, arrivedAt: number): RefusalWithStatus {
  const { method, url = '' } = incoming
  const durationMs = Math.round(performance.now() - arrivedAt)
  return { status, reason, durationMs, method, path: url.slice(0, maxReportedCharacters) }
}

/** Returns why a request is refused before its body is read. */
function findHeadProblem(incoming: IncomingMessage, limits: ResolvedLimits): Problem | undefined {
  const { headers, httpVersion, rawHeaders, url = '' } = incoming
  if (url.length > limits.urlCharacters) return { status: 414, reason: 'The target is too long' }

  // The raw headers are a list in which names and values alternate.
  const headerCount = rawHeaders.length / 2
  if (headerCount > maxHeaders) return { status: 431, reason: `There are more than ${maxHeaders} headers` }

  const lacksHost = headers.host === undefined && httpVersion === '1.1'
  return lacksHost ? { status: 400, reason: 'The request has no header Host, which HTTP/1.1 demands' } : undefined
}

interface ReadyResponse {
  readonly outgoing: ServerResponse
  readonly response: HttpResponse
}

/**
 * Creates the function that sends the responses of a server. Responses that are ready in the same turn of the event loop are sent
 * together at its end. The first one wakes the process of the client for all of them (docs/decisions/010).
 */
function createResponseSender(): (outgoing: ServerResponse, response: HttpResponse) => void {
  let ready: ReadyResponse[] = []

  function sendReady(): void {
    const responses = ready
    ready = []
    for (const { outgoing, response } of responses) sendNow(outgoing, response)
  }

  return (outgoing, response) => {
    ready.push({ outgoing, response })
    const isFirst = ready.length === 1
    if (isFirst) setImmediate(sendReady)
  }
}

function sendNow(outgoing: ServerResponse, response: HttpResponse): void {
  try {
    if (response.chunks === undefined) sendWhole(outgoing, response)
    else sendInChunks(outgoing, response, response.chunks)
  } catch {
    // Node throws for a header that is invalid in HTTP.
    outgoing.destroy()
  }
}

function sendWhole(outgoing: ServerResponse, { body, headers, status }: HttpResponse): void {
  // RFC 9110, section 8.6: a 204 has no Content-Length.
  const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }
  outgoing.writeHead(status, { ...length, ...headers } as OutgoingHttpHeaders).end(body)
}

function sendInChunks(
  outgoing: ServerResponse,
  { body, headers, status }: HttpResponse,
  chunks: NonNullable<HttpResponse['chunks']>,
): void {
  // Set in addition to writeHead, because closing the server reads it with getHeader.
  outgoing.setHeader('content-type', headers['content-type'] ?? [])
  outgoing.writeHead(status, { ...headers } as OutgoingHttpHeaders)
  // If the client disconnects or the body breaks off, the connection ends without further action.
  pipeline(Readable.from(chunks(body)), outgoing).catch(() => {})
}

/** Ends a request without a complete response. A connection fault decides how the connection breaks. */
function breakConnection(outgoing: ServerResponse, error: unknown): void {
  const { socket } = outgoing
  if (!isConnectionFault(error) || socket === null || socket.destroyed) {
    outgoing.destroy()
    return
  }
  void error.breakConnection({
    isClosed: () => socket.destroyed,
    write: (bytes) => socket.write(bytes),
    end: (bytes) => socket.end(bytes),
    reset: () => socket.resetAndDestroy(),
  })
}

interface ReceiveBodyOptions {
  readonly maxBytes: number
  /** Called with the whole body; undefined for a request without one. */
  readonly onReceived: (bytes: Buffer | undefined) => void
  readonly onTooLarge: () => void
}

/** Receives the body of a request, up to a limit. Calls `onReceived` or `onTooLarge` once, unless the client disconnects. */
function receiveBody(incoming: IncomingMessage, { maxBytes, onReceived, onTooLarge }: ReceiveBodyOptions): void {
  const { 'content-length': contentLength, 'transfer-encoding': transferEncoding } = incoming.headers
  const hasBody = contentLength !== undefined || transferEncoding !== undefined
  if (!hasBody) {
    onReceived(undefined)
    return
  }
  const announcedSize = contentLength === undefined ? 0 : Number(contentLength)
  if (announcedSize > maxBytes) {
    onTooLarge()
    return
  }

  let chunks: Buffer[] = []
  let size = 0
  let isTooLarge = false

  incoming.on('data', (chunk: Buffer) => {
    if (isTooLarge) return
    size += chunk.length

    if (size > maxBytes) {
      isTooLarge = true
      // The received chunks are of no more use, so they need not stay in memory.
      chunks = []
      onTooLarge()
      return
    }
    chunks.push(chunk)
  })

  incoming.on('end', () => {
    if (!isTooLarge) onReceived(joinChunks(chunks))
  })
}

/** Joins the chunks of a body. A single chunk needs no copy. Returns undefined without any chunk. */
function joinChunks(chunks: readonly Buffer[]): Buffer | undefined {
  return chunks.length > 1 ? Buffer.concat(chunks) : chunks[0]
}
