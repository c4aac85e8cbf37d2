import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isConnectionFault } from '../../faults/connection-fault-error.ts'
import type { Connections } from './connections.ts'
import { type AnswerHttp, HttpRequest } from './http-exchange.ts'
import type { HttpLimits } from './listen-options.ts'
import { createSender } from './send-response.ts'

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
    const refuseWith = (status: number, reason: string): void => {
      refuse(incoming, outgoing, { status, reason, ...(method === undefined ? {} : { method }), path: url.slice(0, 200) })
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
