import type { AnswerPlain, PlainRequest, PlainResponse } from './plain-exchange.ts'

/** Answers web requests. */
export type AnswerWeb = (request: Request) => Promise<Response>

/** Takes what `fetch` takes. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

// Registered: who loads the package both as ESM and as CommonJS has this module twice.
const behind = Symbol.for('@wfhost/mock-server: what answers behind a web door')
const below = Symbol.for('@wfhost/mock-server: below what path it answers')

/**
 * Lets web requests in to what answers plain ones, below a path. A door that has plain requests goes past it, see
 * `behindWebDoor`.
 */
export function createWebDoor(answer: AnswerPlain, basePath = ''): Fetch {
  const door: Fetch = async (input, init) => {
    const request = isRequest(input) && init === undefined ? input : new Request(input, init)
    request.signal.throwIfAborted()
    return toWebResponse(await unlessAborted(request.signal, toPlainRequest(request).then(answer)), request)
  }
  return Object.assign(door, { [behind]: answer, [below]: basePath })
}

/** The path below which a function on web requests answers, if it says so; empty for one that answers at any. */
export function basePathOf(door: AnswerWeb): string {
  return below in door ? (door[below] as string) : ''
}

/** What answers behind a function on web requests; undefined if that is all there is. */
export function behindWebDoor(door: AnswerWeb): AnswerPlain | undefined {
  return behind in door ? (door[behind] as AnswerPlain) : undefined
}

/** Answers a plain request by a door that is known to have been made by `createWebDoor`. */
export function answerThrough(door: AnswerWeb, request: PlainRequest): Promise<PlainResponse> {
  const answer = behindWebDoor(door)
  if (answer === undefined) throw new TypeError('Cannot answer a plain request: the function takes web requests only')
  return answer(request)
}

/** By its member, since the page of a test may have a class of its own. */
function isRequest(input: string | URL | Request): input is Request {
  return typeof input === 'object' && 'url' in input
}

/** What was promised, unless the caller gives up before: what it began goes on, as where a client has hung up. */
function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

async function toPlainRequest(request: Request): Promise<PlainRequest> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return new WebRequest(request, '')
  try {
    return new WebRequest(request, await request.text())
  } catch {
    return new WebRequest(request, undefined)
  }
}

/** A web request whose body has come; it is undefined where it cannot be read. */
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

// The Response of a status without content takes none.
const withoutContent: readonly number[] = [204, 205, 304]

/** An answer for who sent a web request. */
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
    cancel: async () => {
      await iterator.return?.()
    },
  })
}
