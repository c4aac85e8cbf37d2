import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { createResponse, type Head } from '../transport/create-response.ts'
import type { ConnectionEvidence } from '../transport/transport.ts'
import type { Connections } from './connections.ts'
import { decodeBody, SUPPORTED_ENCODINGS } from './decode-body.ts'

type Controller = Dispatcher.DispatchController

type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>

interface UndiciRequestOptions {
  readonly connections: Connections
  /** Whether a successful Response can be without the body that `receivedBody` has. @default false */
  readonly takesReceivedBody?: boolean | undefined
}

/**
 * One request that undici sends. It handles what undici reports about the request, makes a Response of it, and keeps the
 * evidence of whether the request was sent.
 */
export class UndiciRequest implements ConnectionEvidence, Dispatcher.DispatchHandler {
  readonly isRepeated = false
  /** The body of the response, if it was complete when its Response was created. */
  receivedBody: Uint8Array<ArrayBuffer> | undefined
  readonly #connections: Connections
  readonly #takesReceivedBody: boolean
  readonly #signal: AbortSignal
  readonly #response: Promise<Response>
  #resolve: (response: Response) => void = () => {}
  #reject: (error: Error) => void = () => {}
  readonly #body = new ReceivedBody()
  #controller: Controller | undefined
  /** The sockets that are being opened for this request. */
  #opening: readonly Socket[] = []

  constructor(signal: AbortSignal, { connections, takesReceivedBody = false }: UndiciRequestOptions) {
    this.#signal = signal
    this.#connections = connections
    this.#takesReceivedBody = takesReceivedBody
    this.#response = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  get provesNotSent(): boolean {
    return this.#connections.sendsOnce && this.#controller === undefined
  }

  /**
   * Sends the request. Resolves as soon as the head of the response is there.
   *
   * @param knownBody - The body as text, if the client has it. It needs no reading, so the request is sent in the same turn.
   */
  send(request: Request, knownBody: string | undefined): Promise<Response> {
    if (knownBody === undefined && request.body !== null) return this.#sendStream(request)

    this.#dispatch(request, knownBody ?? null)
    return this.#response
  }

  /** Reads the body of the Request first. The request can be aborted meanwhile. */
  async #sendStream(request: Request): Promise<Response> {
    const body = new Uint8Array(await request.arrayBuffer())
    this.#signal.throwIfAborted()
    this.#dispatch(request, body)
    return this.#response
  }

  #dispatch(request: Request, body: string | Uint8Array | null): void {
    const { origin, pathname, search } = new URL(request.url)
    this.#signal.addEventListener('abort', this.#abort)

    const options = {
      origin,
      path: `${pathname}${search}`,
      method: request.method as Dispatcher.HttpMethod,
      headers: toRequestHeaders(request.headers),
      body,
      headersTimeout: 0,
      bodyTimeout: 0,
    }
    try {
      this.#opening = this.#connections.dispatch(options, this)
    } catch (error) {
      this.#fail(toError(error))
    }
  }

  /** The connection is ready, and nothing is written yet. */
  onRequestStart(controller: Controller): void {
    if (this.#signal.aborted) {
      controller.abort(toError(this.#signal.reason))
      return
    }
    if (this.#controller !== undefined) throw createRepetitionError()
    this.#controller = controller
  }

  // biome-ignore lint/complexity/useMaxParams: undici calls it with four arguments
  onResponseStart(controller: Controller, status: number, headers: ResponseHeaders, statusText = ''): void {
    // A provisional response, such as 103. The actual one follows.
    if (status < 200) return

    const head = { status, statusText, headers: toHeaders(headers) }
    // Most responses arrive in one piece. After this turn their body is complete, and needs no stream.
    queueMicrotask(() => {
      this.#resolve(createResponse(this.#takeBody(controller, head), head))
    })
  }

  /**
   * Returns the body for the Response: the bytes if all have arrived, or else a stream. It is null if the client takes the bytes
   * from `receivedBody` instead.
   */
  #takeBody(controller: Controller, { headers, status }: Head): BodyInit | null {
    const encoding = headers.get('content-encoding')
    if (encoding !== null) return decodeBody(this.#body.stream(controller), encoding)

    this.receivedBody = this.#body.takeComplete()
    if (this.receivedBody === undefined) return this.#body.stream(controller)

    const isSuccess = status >= 200 && status <= 299
    return isSuccess && this.#takesReceivedBody ? null : this.receivedBody
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#body.add(chunk, controller)
  }

  onResponseEnd(): void {
    this.#stopListening()
    this.#body.end()
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#fail(error)
  }

  /** Ends the request in any phase: before it has a connection, before its response, and while its body arrives. */
  readonly #abort = () => {
    const error = toError(this.#signal.reason)
    this.#fail(error)
    if (this.#controller === undefined) this.#stopOpening()
    else this.#controller.abort(error)
  }

  #fail(error: Error): void {
    this.#stopListening()
    this.#reject(error)
    this.#body.fail(error)
  }

  /** Ends the connection that nothing was sent on yet. The error must not be one that undici repeats the connection for. */
  #stopOpening(): void {
    for (const socket of this.#opening) socket.destroy(new Error('The request was aborted'))
  }

  #stopListening(): void {
    this.#signal.removeEventListener('abort', this.#abort)
  }
}

/** The body of a response while it arrives. */
class ReceivedBody {
  readonly #chunks: Buffer[] = []
  #state: { readonly kind: 'open' | 'ended' } | { readonly kind: 'failed'; readonly error: Error } = { kind: 'open' }
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined

  /** Adds a part of the body. If a stream is read too slowly, the connection pauses. */
  add(chunk: Buffer, controller: Controller): void {
    // After a pause, the parser of undici reports an empty chunk first. Another pause would repeat that forever.
    if (chunk.length === 0) return

    if (this.#stream === undefined) {
      this.#chunks.push(chunk)
      return
    }
    this.#stream.enqueue(chunk)
    if ((this.#stream.desiredSize ?? 0) <= 0) controller.pause()
  }

  end(): void {
    if (this.#state.kind !== 'open') return
    this.#state = { kind: 'ended' }
    this.#stream?.close()
  }

  fail(error: Error): void {
    if (this.#state.kind !== 'open') return
    this.#state = { kind: 'failed', error }
    this.#stream?.error(error)
  }

  /** Returns the bytes if all of them are there. */
  takeComplete(): Uint8Array<ArrayBuffer> | undefined {
    if (this.#state.kind !== 'ended') return undefined

    const [first] = this.#chunks
    return first !== undefined && this.#chunks.length === 1 ? new Uint8Array(first) : Buffer.concat(this.#chunks)
  }

  /** Returns a stream of the body. The connection waits while the stream is not read. */
  stream(controller: Controller): ReadableStream<Uint8Array> {
    return new ReadableStream({
      start: (stream) => {
        for (const chunk of this.#chunks) stream.enqueue(chunk)
        this.#chunks.length = 0
        this.#stream = stream
        if (this.#state.kind === 'ended') stream.close()
        if (this.#state.kind === 'failed') stream.error(this.#state.error)
      },
      pull: () => controller.resume(),
      cancel: (reason) => {
        this.#state = { kind: 'ended' }
        controller.abort(toError(reason))
      },
    })
  }
}

function toRequestHeaders(headers: Headers): Record<string, string> {
  const sent: Record<string, string> = { accept: '*/*', 'accept-encoding': SUPPORTED_ENCODINGS }
  headers.forEach((value, name) => {
    sent[name] = value
  })
  return sent
}

/** Converts the headers of a response. */
function toHeaders(received: ResponseHeaders): Headers {
  const headers = new Headers()
  for (const name in received) {
    const value = received[name]
    if (typeof value === 'string') headers.append(name, toHeaderValue(value))
    for (const each of Array.isArray(value) ? value : []) headers.append(name, toHeaderValue(each))
  }
  return headers
}

/** undici decodes header values as UTF-8, and Headers accepts one character for each byte, as fetch produces it. */
function toHeaderValue(value: string): string {
  return /[\u0100-\uffff]/.test(value) ? Buffer.from(value).toString('latin1') : value
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The request was aborted', { cause: reason })
}

/** Creates the error for a dispatcher of the caller that repeats requests. The client has stopped the second one. */
function createRepetitionError(): Error {
  const message = 'the dispatcher has sent the request again; remove its interceptor, because the client retries itself'
  return Object.assign(new Error(message), { code: 'REPEATED_BY_DISPATCHER' })
}
