import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isConnectionFault } from '../../faults/connection-fault-error.ts'
import type { Connections } from './connections.ts'
import { type AnswerHttp, HttpRequest, type HttpResponse } from './http-exchange.ts'
import type { HttpLimits } from './listen-options.ts'

// Node itself drops the rest, Authorization as well as any other.
const mostHeaders = 2000

/** Creates the request listener of a Node server: it enforces the limits, and answers once the whole request is received. */
export function answerRequest(
  answer: AnswerHttp,
  limits: Required<HttpLimits>,
  { refuse }: Pick<Connections, 'refuse'>,
): RequestListener {
  const send = createSender()

  return (incoming, outgoing) => {
    const { method, url = '' } = incoming
    const arrivedAt = performance.now()
    const refuseWith = (status: number, reason: string): void => {
      const durationMs = Math.round(performance.now() - arrivedAt)
      const path = url.slice(0, 200)
      refuse(incoming, outgoing, { status, reason, durationMs, ...(method === undefined ? {} : { method }), path })
    }
    if (url.length > limits.urlCharacters) return refuseWith(414, 'The target is too long')
    if (incoming.rawHeaders.length > 2 * mostHeaders) return refuseWith(431, `There are more than ${mostHeaders} headers`)
    if (incoming.headers.host === undefined && incoming.httpVersion === '1.1') {
      return refuseWith(400, 'The request has no header Host, which HTTP/1.1 demands')
    }
    receiveBody(incoming, {
      maxBytes: limits.bodyBytes,
      tooLarge: () => refuseWith(413, 'The body is too large'),
      whole: (bytes) => {
        answer(new HttpRequest(incoming, { bytes, outgoing })).then(
          (response) => send(outgoing, response),
          (error: unknown) => fail(outgoing, error),
        )
      },
    })
  }
}

/**
 * Creates the function that sends the responses of a server. Those that are ready in one turn of the event loop are sent
 * together at its end: the first wakes the process of the client for all of them (docs/decisions/010).
 */
function createSender(): (outgoing: ServerResponse, response: HttpResponse) => void {
  let ready: { readonly outgoing: ServerResponse; readonly response: HttpResponse }[] = []

  function sendReady(): void {
    const sending = ready
    ready = []
    for (const { outgoing, response } of sending) send(outgoing, response)
  }

  return (outgoing, response) => {
    if (ready.push({ outgoing, response }) === 1) setImmediate(sendReady)
  }
}

function send(outgoing: ServerResponse, { body, headers, pieces, status }: HttpResponse): void {
  try {
    if (pieces !== undefined) {
      // Set rather than only written: what closes the server asks for it.
      outgoing.setHeader('content-type', headers['content-type'] ?? [])
      outgoing.writeHead(status, { ...headers } as OutgoingHttpHeaders)
      // The connection ends in any case if the client disconnects or the body breaks off.
      pipeline(Readable.from(pieces(body)), outgoing).catch(() => {})
    } else {
      // RFC 9110, section 8.6: a 204 has no Content-Length.
      const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }
      outgoing.writeHead(status, { ...length, ...headers } as OutgoingHttpHeaders).end(body)
    }
  } catch {
    // A header is invalid in HTTP.
    outgoing.destroy()
  }
}

function fail(outgoing: ServerResponse, error: unknown): void {
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

interface BodyReceiver {
  readonly maxBytes: number
  /** Called with the whole body; undefined for a request without one. */
  readonly whole: (bytes: Buffer | undefined) => void
  readonly tooLarge: () => void
}

function receiveBody(incoming: IncomingMessage, { maxBytes, tooLarge, whole }: BodyReceiver): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers
  if (length === undefined && encoding === undefined) {
    whole(undefined)
    return
  }
  if (Number(length) > maxBytes) {
    tooLarge()
    return
  }
  let chunks: Buffer[] = []
  let size = 0
  incoming.on('data', (chunk: Buffer) => {
    const before = size
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
    else if (before <= maxBytes) {
      chunks = []
      tooLarge()
    }
  })
  incoming.on('end', () => {
    if (size > maxBytes) return
    const [first] = chunks
    whole(chunks.length > 1 ? Buffer.concat(chunks) : first)
  })
}
