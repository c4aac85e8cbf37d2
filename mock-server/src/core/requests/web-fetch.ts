import { MockStateError } from '../mock-state-error.ts'
import type { AnswerPlain, PlainRequest, PlainResponse } from './plain-exchange.ts'

export type AnswerWeb = (request: Request) => Promise<Response>

/** A function with the parameters of the global `fetch`, whose requests a service, a guard or a recording answers. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Anything that answers requests: an object with a `fetch`, such as a service, or the function itself. */
export type FetchTarget = { readonly fetch: AnswerWeb } | AnswerWeb

/**
 * Returns the function of a target.
 *
 * @throws {MockStateError} if the target has none.
 */
export function answerOf(target: FetchTarget, attempt: string): AnswerWeb {
  const answer: unknown = typeof target === 'function' ? target : Object(target).fetch
  if (typeof answer === 'function') return answer as AnswerWeb
  throw new MockStateError(`Cannot ${attempt}: expected a service, or another object with a fetch, and found none in it`)
}

/** Lets a function on requests take what `fetch` takes. */
export function toFetch(answer: AnswerWeb): Fetch {
  return async (input, init) => answer(toRequest(input, init))
}

// A registered symbol: this module exists twice if the package is loaded both as ESM and as CommonJS.
const plain = Symbol.for('@wfhost/mock-server: its answer to plain requests')
const below = Symbol.for('@wfhost/mock-server: the path under which it answers')

/**
 * Creates a function on web requests from one on plain requests, under a path. An adapter with plain requests can bypass it,
 * see `plainAnswerOf`.
 */
export function createWebFetch(answer: AnswerPlain, basePath = ''): Fetch {
  const webFetch: Fetch = async (input, init) => {
    const request = toRequest(input, init)
    request.signal.throwIfAborted()
    return toWebResponse(await unlessAborted(request.signal, toPlainRequest(request).then(answer)), request)
  }
  return Object.assign(webFetch, { [plain]: answer, [below]: basePath })
}

export function basePathOf(answer: AnswerWeb): string {
  return below in answer ? (answer[below] as string) : ''
}

/** The function on plain requests behind one on web requests; undefined if there is none. */
export function plainAnswerOf(answer: AnswerWeb): AnswerPlain | undefined {
  return plain in answer ? (answer[plain] as AnswerPlain) : undefined
}

function toRequest(input: string | URL | Request, init: RequestInit | undefined): Request {
  return isRequest(input) && init === undefined ? input : new Request(input, init)
}

/** Checks a member, since a test environment may have another `Request` class. */
function isRequest(input: string | URL | Request): input is Request {
  return typeof input === 'object' && 'url' in input
}

/** Rejects as soon as the signal is aborted; what the request started continues, as when a client disconnects. */
function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

export async function toPlainRequest(request: Request): Promise<PlainRequest> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return new WebRequest(request, '')
  try {
    const bytes = await request.arrayBuffer()
    return new WebRequest(request, new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return new WebRequest(request, undefined)
  }
}

/** Converts a web request and its body, which is undefined if it cannot be read. */
class WebRequest implements PlainRequest {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly origin: string
  readonly body: string | undefined
  readonly unreadable: boolean
  readonly #request: Request

  constructor(request: Request, text: string | undefined) {
    const { origin, pathname, search } = new URL(request.url)
    this.method = request.method
    this.path = pathname
    this.search = search
    this.origin = origin
    this.body = text === '' ? undefined : text
    this.unreadable = text === undefined
    this.#request = request
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined
  }
}

// A Response with one of these statuses must not have a body.
const withoutContent: readonly number[] = [204, 205, 304]

export function toWebResponse(
  { body, headers, pieces, status }: PlainResponse,
  { method, signal }: Partial<Pick<Request, 'method' | 'signal'>> = {},
): Response {
  const content = pieces === undefined ? body : streamOf(pieces(body), signal)
  return new Response(method === 'HEAD' || withoutContent.includes(status) ? null : content, { status, headers })
}

function streamOf(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]()
  return new ReadableStream({
    start: (controller) => {
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true })
    },
    pull: async (controller) => {
      const { done, value } = await iterator.next()
      if (signal?.aborted === true) return
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => {
      // Not awaited: it waits for the piece that is being made.
      void iterator.return?.()
    },
  })
}
