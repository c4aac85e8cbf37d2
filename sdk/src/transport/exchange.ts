import { defaultBodySerializer, type Middleware } from 'openapi-fetch'
import type { CallSecrets } from '../client/client-secrets.ts'
import { type AttemptInfo, startWithin } from '../client/observe.ts'
import { isFetchOfNode } from '../connection/connection-watch.ts'
import { isPage } from '../connection/is-page.ts'
import type { AttemptHeaders } from './attempt-headers.ts'
import type { Call, CallInit, Credentials } from './call.ts'
import type { ResponseHead } from './outcome.ts'
import { type BodyText, decodeBody, limitErrorBody, readBody } from './read-body.ts'
import type { Scope } from './scope.ts'
import { startFetch, toSafeRequest } from './send.ts'
import type { ConnectionEvidence, Sending } from './transport.ts'

/** How far an exchange has come. */
export type Progress =
  /** Nothing was given to the transport yet. */
  | { readonly kind: 'preparing' }
  | { readonly kind: 'sending'; readonly evidence: ConnectionEvidence | undefined }
  /** The head of the response is there, and functions of the caller handle the response. */
  | { readonly kind: 'handling'; readonly head: ResponseHead }
  | { readonly kind: 'reading'; readonly head: ResponseHead }

/** A response, and its body. */
export type Received = { readonly response: Response; readonly head: ResponseHead } & (
  | { readonly kind: 'success'; readonly body: BodyText }
  /** The parsed body, or its text. */
  | { readonly kind: 'error'; readonly body: unknown }
)

/** The parts of one attempt. */
export interface AttemptContext {
  readonly call: Call
  /** Counts the attempts of the call from 1. */
  readonly number: number
  readonly init: CallInit
  readonly headers: AttemptHeaders
  readonly credentials: Credentials
  readonly scope: Scope
  readonly secrets: CallSecrets
}

type AnyRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ readonly response: Response; readonly error?: unknown }>

/** A serializer of openapi-fetch, which passes the headers, too. */
type Serialize = (body: never, headers: Headers) => unknown

/** One request and its response. */
export class Exchange {
  progress: Progress = { kind: 'preparing' }
  /** Kept because Node ties a Request to its signal by a weak reference: an abort does not reach a collected Request. */
  request: Request | undefined
  readonly #attempt: AttemptContext
  readonly #controller = new AbortController()
  /** The body of the request as text, if only the client sees the request. */
  #requestBody: string | undefined
  #sending: Sending | undefined
  /** Whether only the client sees the Request and the Response, so that their bodies can take a shorter way. */
  #isPrivate = false

  constructor(attempt: AttemptContext) {
    this.#attempt = attempt
  }

  /**
   * Sends the request once and reads the response, within the timeout of an attempt. `getInfo` describes the attempt for hooks.
   *
   * @throws Interruption, or the error of fetch, of a middleware or of a broken body. `progress` distinguishes them.
   */
  run(getInfo: () => AttemptInfo): Promise<Received> {
    const { call, scope } = this.#attempt
    const { hooks, timeout } = call.settings

    return scope.during((onInterrupt) => {
      onInterrupt(() => this.#controller.abort())
      return startWithin(hooks, getInfo, () => this.#sendAndRead())
    }, scope.clock.now() + timeout)
  }

  /** Sends the request, and reads the body of a successful response. openapi-fetch has already read the body of an error. */
  async #sendAndRead(): Promise<Received> {
    const { init, call } = this.#attempt
    const middleware = [...call.settings.shared.middleware, ...(init.middleware ?? [])]
    this.#isPrivate = middleware.length === 0 && !call.anyText
    const { error, response } = await this.#request(middleware)

    // A middleware can respond instead of the service, and can replace the response.
    const head = this.#headOf(response)
    this.progress = { kind: 'reading', head }
    if (!response.ok) return { kind: 'error', response, head, body: error ?? '' }

    // A transport can have the whole body already. Taking it there is faster than reading the stream of the Response.
    const bytes = this.#isPrivate ? this.#sending?.receivedBody?.() : undefined
    const { maxResponseBytes } = call.settings
    const body = bytes === undefined ? await readBody(response, maxResponseBytes) : decodeBody(bytes, maxResponseBytes)
    if (body.kind === 'tooLarge') this.#controller.abort()
    return { kind: 'success', response, head, body }
  }

  /** Sends the request with openapi-fetch, which runs the middleware. */
  #request(middleware: readonly Middleware[]): ReturnType<AnyRequest> {
    const { call, credentials, headers, init } = this.#attempt
    const hasMiddleware = middleware.length > 0
    const serialize: Serialize = init.bodySerializer ?? defaultBodySerializer

    // The types of openapi-fetch differ for each operation. Each operation of the client has checked its own.
    const request = call.settings.shared.api.request as unknown as AnyRequest
    return request(call.method, call.path, {
      ...init,
      headers: headers.withKey(credentials),
      signal: hasMiddleware || !this.#passesSignalSeparately() ? signalFor(this.#controller) : null,
      redirect: 'manual',
      parseAs: 'stream',
      bodySerializer: (body: never, requestHeaders: Headers) => {
        const serialized = serialize(body, requestHeaders)
        if (typeof serialized === 'string' && this.#isPrivate) this.#requestBody = serialized
        return serialized
      },
      // A client can be older than the globals that a test replaces.
      Request: globalThis.Request,
      fetch: (given: Request) => this.#send(given),
      middleware,
    })
  }

  /** Whether the sender of the request gets the signal directly. A Request without a signal takes less time. */
  #passesSignalSeparately(): boolean {
    const { fetch, transport } = this.#attempt.call.settings
    return transport !== undefined || (fetch === undefined && isFetchOfNode(globalThis.fetch))
  }

  /** Sends the request that openapi-fetch and the middleware have made. It is the `fetch` of openapi-fetch. */
  async #send(given: Request): Promise<Response> {
    const { call, secrets } = this.#attempt

    // The call can have ended while a middleware was busy.
    this.#controller.signal.throwIfAborted()
    this.request = toSafeRequest(given)
    const sending = this.#start(this.request)
    this.#sending = sending
    this.progress = { kind: 'sending', evidence: sending.evidence }
    const response = await sending.response

    this.progress = { kind: 'handling', head: this.#headOf(response) }
    if (this.#controller.signal.aborted) {
      // The call has ended, and this fetch does not know of its signal. An unread body would hold the connection.
      response.body?.cancel().catch(() => {})
      return response
    }
    if (response.ok) return response

    const redactIncomplete = (text: string) => secrets.redactor.incompleteText(text)
    const limited = await limitErrorBody(response, { clock: call.settings.clock, redactIncomplete })
    // Some fetches read on after their body was cancelled (happy-dom).
    if (!limited.isComplete) this.#controller.abort()
    return limited.response
  }

  /** Starts to send a request, with the transport of the client or with fetch. */
  #start(request: Request): Sending {
    const { call, secrets } = this.#attempt
    const { fetch, transport } = call.settings
    const { signal } = this.#controller
    if (transport !== undefined) {
      return transport.start(request, signal, { body: this.#requestBody, takesReceivedBody: this.#isPrivate })
    }

    const redact = (text: string) => secrets.redactor.text(text)
    return startFetch(request, { fetch, signal, body: this.#requestBody, redact })
  }

  /** Returns the head of a response. If a middleware has replaced the response, the time of the first one counts. */
  #headOf({ headers, status }: Response): ResponseHead {
    const { clock } = this.#attempt.call.settings
    const { receivedAt, receivedDate } =
      this.progress.kind === 'handling' ? this.progress.head : { receivedAt: clock.now(), receivedDate: clock.date() }
    return { status, headers, receivedAt, receivedDate }
  }
}

/** Returns the signal for a Request, or null under jsdom: Node's Request does not accept the signals of jsdom (vitest 8374). */
function signalFor({ signal }: AbortController): AbortSignal | null {
  if (!isPage()) return signal

  try {
    // The constructor throws if it does not accept the signal.
    return new Request('http://localhost', { signal }) && signal
  } catch {
    return null
  }
}
