import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { DrainOptions, Refusal, ResolvedLimits } from './listen-options.ts'

/** How long a client that is refused, or has not sent its whole request when the server closes, may take to disconnect. */
const lingerMs = 2000

interface ConnectionOptions extends Pick<ResolvedLimits, 'unreadTimeout'> {
  readonly maxUrlCharacters: number
  readonly onRefusal: (refusal: Refusal) => void
}

export interface Connections {
  /**
   * Refuses a request, and closes its connection once the client has sent everything or its time is over. Closing a
   * connection with unread data resets it, and the client may lose the response.
   */
  readonly refuse: (incoming: IncomingMessage, outgoing: ServerResponse, refusal: Refusal & { readonly status: number }) => void
  /**
   * Stops listening and closes idle connections. Resolves when the requests in progress have ended or their time is over.
   */
  readonly close: (options?: DrainOptions) => Promise<void>
}

/** Tracks the connections of a server that does not listen yet, and refuses data that is not HTTP. */
export function createConnectionTracker(server: Server, options: ConnectionOptions): Connections {
  const connections = new TrackedConnections(server, options)
  return {
    refuse: (incoming, outgoing, refusal) => connections.refuse(incoming, outgoing, refusal),
    close: (drainOptions) => connections.close(drainOptions),
  }
}

type RefusalWithStatus = Parameters<Connections['refuse']>[2]

class TrackedConnections {
  readonly #server: Server
  readonly #options: ConnectionOptions
  readonly #sockets = new Set<Duplex>()
  /** Not a Set, whose old tables keep earlier responses alive until the next full garbage collection (V8). */
  readonly #inProgress: ServerResponse[] = []
  /** The connections with a refusal. Further data on them, or their end, gets no second one. */
  readonly #refused = new WeakSet<Duplex>()
  #isDraining = false

  constructor(server: Server, options: ConnectionOptions) {
    this.#server = server
    this.#options = options
    server.on('connection', (socket: Duplex) => this.#trackSocket(socket))
    server.on('secureConnection', (socket: Duplex) => this.#trackSocket(socket))
    server.on('request', (_incoming, outgoing) => this.#trackResponse(outgoing))
    server.on('clientError', (error: ClientError, socket: Duplex) => this.#refuseInvalid(error, socket))
    server.on('drop', () => options.onRefusal({ status: undefined, reason: 'There are too many connections' }))
  }

  /**
   * Refuses a request before it is handled, such as a request with a body that is too large.
   *
   * The client may still be sending the body. Closing the connection at that moment would reset it, and the client would lose the
   * response. So the response ends only after the whole request.
   */
  refuse(incoming: IncomingMessage, outgoing: ServerResponse, refusal: RefusalWithStatus): void {
    this.#refused.add(incoming.socket)

    const body = JSON.stringify({ message: refusal.reason })
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    // The client gets the complete response now: `write` sends it, and does not end the connection as `end` would.
    outgoing.writeHead(refusal.status, headers).write(body)

    endAfterRequest(incoming, outgoing)
    this.#options.onRefusal(refusal)
  }

  close({ gracePeriod = lingerMs, onCutOff }: DrainOptions = {}): Promise<void> {
    this.#isDraining = true
    for (const outgoing of this.#inProgress) closeAfter(outgoing)

    const idleTimer = setTimeout(() => this.#destroyIdle(), Math.min(lingerMs, gracePeriod))
    return new Promise((resolve) => {
      const graceTimer = setTimeout(() => {
        if (this.#listComplete().length > 0) onCutOff?.()
        for (const socket of this.#sockets) socket.destroy()
      }, gracePeriod)
      this.#server.close(() => {
        clearTimeout(idleTimer)
        clearTimeout(graceTimer)
        resolve()
      })
    })
  }

  #trackSocket(socket: Duplex): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }

  #trackResponse(outgoing: ServerResponse): void {
    this.#inProgress.push(outgoing)
    outgoing.once('close', () => this.#forgetResponse(outgoing))

    // A client that does not read its response is disconnected. Without data to read, a run may take long.
    outgoing.setTimeout(this.#options.unreadTimeout, () => {
      if (outgoing.req.socket.writableLength > 0) outgoing.req.socket.destroy()
    })
    if (this.#isDraining) closeAfter(outgoing)
  }

  #forgetResponse(outgoing: ServerResponse): void {
    const index = this.#inProgress.indexOf(outgoing)
    const last = this.#inProgress.pop()
    if (last !== undefined && last !== outgoing) this.#inProgress[index] = last
  }

  /** Responds to data that Node cannot parse as a request. */
  #refuseInvalid(error: ClientError, socket: Duplex): void {
    const hasDisconnected = error.code === 'ECONNRESET' || !socket.writable
    if (hasDisconnected || this.#refused.has(socket)) {
      socket.destroy()
      return
    }

    const { phrase, reason, status } = describeClientError(error, this.#options.maxUrlCharacters)
    this.#refused.add(socket)
    // A second response would corrupt the one that is being sent.
    if (isSendingResponse(socket)) socket.destroy()
    else socket.end(writeRefusal(`${status} ${phrase}`, reason))
    destroyAfterLinger(socket)
    this.#options.onRefusal({ status, reason })
  }

  /** Lists the responses whose request has arrived completely. Other requests do not delay the end of the server. */
  #listComplete(): ServerResponse[] {
    return this.#inProgress.filter(({ req }) => req.complete)
  }

  #destroyIdle(): void {
    const busy = new Set<Duplex>(this.#listComplete().map(({ req }) => req.socket))
    for (const socket of this.#sockets) {
      if (!busy.has(socket) && !carriesAny(socket, busy)) socket.destroy()
    }
  }
}

/** Ends a response once the client has sent its whole request, or once `lingerMs` has passed. */
function endAfterRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
  function endResponse(): void {
    outgoing.end()
    // From the end of the response on, the client again has `lingerMs`, now to close the connection.
    destroyAfterLinger(incoming.socket)
  }

  // The end of the request or the timer, whichever comes first, ends the response. A second call has no effect.
  incoming.once('end', endResponse)
  const timer = setTimeout(endResponse, lingerMs)
  outgoing.once('close', () => clearTimeout(timer))

  // Reads the rest of the request and ignores it, so that the request reaches its end.
  incoming.resume()
}

/** Destroys the connection of a client that neither reads nor closes it. */
function destroyAfterLinger(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}

/** Returns whether a socket carries one of the others, as a TCP socket carries a TLS socket. */
function carriesAny(socket: Duplex, others: ReadonlySet<Duplex>): boolean {
  return [...others].some((other) => '_parent' in other && other['_parent'] === socket)
}

/** Closes the connection after its response: closing idle connections would cut off a response that is being sent. */
function closeAfter(outgoing: ServerResponse): void {
  // A stream of events never ends, and its reader connects again.
  if (outgoing.getHeader('content-type') === 'text/event-stream') outgoing.destroy()
  else if (outgoing.headersSent) outgoing.once('finish', () => outgoing.req.socket.end())
  else outgoing.setHeader('connection', 'close')
}

interface ClientError extends NodeJS.ErrnoException {
  /** The last packet: the whole head only if it came in one. */
  readonly rawPacket?: Buffer
}

const clientErrors: Readonly<Record<string, { readonly status: number; readonly phrase: string; readonly reason: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, phrase: 'Request Header Fields Too Large', reason: 'The headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, phrase: 'Payload Too Large', reason: 'The chunk extensions are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, phrase: 'Request Timeout', reason: 'The request was not complete in time' },
}
const malformed = { status: 400, phrase: 'Bad Request', reason: 'The request is not HTTP' }

function describeClientError({ code = '', rawPacket }: ClientError, maxUrlCharacters: number): typeof malformed {
  // Node has one error for a long target and for long headers (nodejs/node#26296, nodejs/node#26553). Only the last packet is
  // available here, so a target in several packets gets 431.
  const [, target = ''] = /^[A-Z]+ (\S+)/.exec(rawPacket?.toString('latin1') ?? '') ?? []
  if (code === 'HPE_HEADER_OVERFLOW' && target.length > maxUrlCharacters) {
    return { status: 414, phrase: 'URI Too Long', reason: 'The target is too long' }
  }
  return clientErrors[code] ?? malformed
}

function writeRefusal(status: string, reason: string): string {
  const body = JSON.stringify({ message: reason })
  const head = [
    `HTTP/1.1 ${status}`,
    'connection: close',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

function isSendingResponse(socket: Duplex): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage')
  return typeof message === 'object' && message !== null && 'headersSent' in message && message.headersSent === true
}
