import { MockStateError } from '../mock-state-error.ts'
import type { PlainHandler, PlainRequest, PlainResponse } from './plain-exchange.ts'

export type WebHandler = (request: Request) => Promise<Response>

/** A function with the parameters of the global `fetch`. A service, a guard or a recording responds to its requests. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** An object with a `fetch`, such as a service, or the function itself. */
export type FetchTarget = { readonly fetch: WebHandler } | WebHandler

/**
 * Returns the `fetch` function of a target.
 *
 * @throws {MockStateError} if the target has none.
 */
export function getWebHandler(target: FetchTarget, action: string): WebHandler {
  const handler: unknown = typeof target === 'function' ? target : Object(target).fetch
  if (typeof handler === 'function') return handler as WebHandler
  throw new MockStateError(`Cannot ${action}: expected a service, or another object with a fetch, and found none in it`)
}

/** Adds the parameters of `fetch` to a function that handles requests. */
export function toFetch(handler: WebHandler): Fetch {
  return async (input, init) => handler(toRequest(input, init))
}

// Registered symbols: this module exists twice if the package is loaded both as ESM and as CommonJS.
const plainHandlerKey = Symbol.for('@wfhost/mock-server: the handler of plain requests')
const basePathKey = Symbol.for('@wfhost/mock-server: the base path')

/**
 * Creates a `fetch` from a handler of plain requests, below a base path. An adapter that has plain requests can call the
 * handler directly, see `getPlainHandler`.
 */
export function createWebFetch(handler: PlainHandler, basePath = ''): Fetch {
  const webFetch: Fetch = async (input, init) => {
    const request = toRequest(input, init)
    request.signal.throwIfAborted()

    const response = await rejectOnAbort(request.signal, toPlainRequest(request).then(handler))
    return toWebResponse(response, request)
  }
  return Object.assign(webFetch, { [plainHandlerKey]: handler, [basePathKey]: basePath })
}

/** Returns the path below which a `fetch` handles requests; empty for the root. */
export function getBasePath(handler: WebHandler): string {
  return basePathKey in handler ? (handler[basePathKey] as string) : ''
}

/** Returns the handler of plain requests that a `fetch` was created from, or undefined if there is none. */
export function getPlainHandler(handler: WebHandler): PlainHandler | undefined {
  return plainHandlerKey in handler ? (handler[plainHandlerKey] as PlainHandler) : undefined
}

function toRequest(input: string | URL | Request, init: RequestInit | undefined): Request {
  return isRequest(input) && init === undefined ? input : new Request(input, init)
}

/** Checks a member, because a test environment may have another `Request` class. */
function isRequest(input: string | URL | Request): input is Request {
  return typeof input === 'object' && 'url' in input
}

/**
 * Rejects as soon as the signal is aborted, and otherwise settles like the promise. The work behind the promise continues,
 * as on a server whose client disconnects.
 */
function rejectOnAbort<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Converts a web request. A body that cannot be read, or that is not UTF-8, is marked as unreadable. */
export async function toPlainRequest(request: Request): Promise<PlainRequest> {
  const hasNoBody = request.method === 'GET' || request.method === 'HEAD' || request.body === null
  if (hasNoBody) return new PlainWebRequest(request, '')

  try {
    const bytes = await request.arrayBuffer()
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return new PlainWebRequest(request, text)
  } catch {
    return new PlainWebRequest(request, undefined)
  }
}

/** A web request whose body was read. The text is undefined if the body cannot be read. */
class PlainWebRequest implements PlainRequest {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly origin: string
  readonly body: string | undefined
  readonly isBodyInvalidUtf8: boolean
  readonly #request: Request

  constructor(request: Request, text: string | undefined) {
    const { origin, pathname, search } = new URL(request.url)
    this.method = request.method
    this.path = pathname
    this.search = search
    this.origin = origin
    this.body = text === '' ? undefined : text
    this.isBodyInvalidUtf8 = text === undefined
    this.#request = request
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined
  }
}

// The Response constructor throws if a response with one of these statuses has a body.
const statusesWithoutBody: readonly number[] = [204, 205, 304]

/** Converts a plain response to a web response. The request decides whether the response may have a body. */
export function toWebResponse(
  { body, chunks, headers, status }: PlainResponse,
  { method, signal }: Partial<Pick<Request, 'method' | 'signal'>> = {},
): Response {
  const takesBody = method !== 'HEAD' && !statusesWithoutBody.includes(status)
  if (!takesBody) return new Response(null, { status, headers })

  const content = chunks === undefined ? body : new ReadableStream(new ChunkSource(chunks(body), signal))
  return new Response(content, { status, headers })
}

/** The source of a body that is sent in chunks, such as server-sent events. The stream that reads it calls its methods. */
class ChunkSource {
  readonly #iterator: AsyncIterator<Uint8Array>
  readonly #signal: AbortSignal | undefined
  #removeListener: () => void = () => {}

  /** @param signal - The signal of the request. When it is aborted, the stream fails, as the body of a real `fetch`. */
  constructor(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined) {
    this.#iterator = chunks[Symbol.asyncIterator]()
    this.#signal = signal
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const signal = this.#signal
    if (signal === undefined) return

    const fail = (): void => {
      controller.error(signal.reason)
      this.cancel()
    }
    if (signal.aborted) {
      fail()
      return
    }
    signal.addEventListener('abort', fail)
    // The signal can live longer than the stream.
    this.#removeListener = () => signal.removeEventListener('abort', fail)
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const { done, value } = await this.#iterator.next()
    // The request was aborted while the chunk was created, so the stream has failed.
    if (this.#signal?.aborted === true) return

    if (done === true) {
      this.#removeListener()
      controller.close()
      return
    }
    controller.enqueue(value)
  }

  /** Ends the chunks, because the reader of the body needs no more of them. */
  cancel(): void {
    this.#removeListener()
    // Not awaited: the iterator ends only after the chunk that it is creating.
    void this.#iterator.return?.()
  }
}
