import { isConnectionFault } from '../faults/connection-fault-error.ts'

/** The response of the server behind the guard. */
export interface ForwardedResponse {
  readonly kind: 'forwarded'
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
}

/** The response of the guard itself, because the server did not respond. */
export interface FailedForward {
  readonly kind: 'failed'
  readonly response: Response
}

export type ForwardOutcome = ForwardedResponse | FailedForward

export interface ForwardOptions {
  /** The base URL of the server. @default the origin of the request */
  readonly upstream?: string | undefined
  /** @default globalThis.fetch */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** @default 30000 */
  readonly timeout?: number | undefined
}

const maxResponseBytes = 20_000_000

// RFC 9110, section 7.6.1: these headers are for one connection only.
const connectionHeaders = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']
// fetch sets these headers itself.
const computedHeaders = ['host', 'content-length', 'expect']

/**
 * Forwards a request unchanged. Resolves with a 502 if the server does not respond, or if its response is too long or damaged.
 * Resolves with a 504 if the server does not respond in time.
 *
 * @throws {ConnectionFaultError} if `fetch` calls a mock service in this process, and a fault of that service breaks the
 *   connection.
 */
export async function forward(
  request: Request,
  body: ArrayBuffer,
  { fetch = globalThis.fetch, timeout = 30_000, upstream }: ForwardOptions,
): Promise<ForwardOutcome> {
  const { origin, pathname, search } = new URL(request.url)
  // Without `upstream`, the request keeps its URL. A `fetch` of the caller then decides which server receives it.
  const baseUrl = (upstream ?? origin).replace(/\/+$/, '')
  const timeoutSignal = AbortSignal.timeout(timeout)

  let response: Response | undefined
  try {
    response = await fetch(createRequest(request, body, { url: baseUrl + pathname + search, timeoutSignal }))
    return await receiveResponse(response, baseUrl)
  } catch (error) {
    // The adapter that received the request catches this error, and breaks its connection.
    if (isConnectionFault(error)) throw error

    if (timeoutSignal.aborted) {
      return createFailedForward(504, `Cannot wait for ${baseUrl}: no complete response came within ${timeout} ms`)
    }

    const cause = describeCause(error)
    if (response === undefined) return createFailedForward(502, `Cannot get a response from ${baseUrl}: ${cause}`)
    return createFailedForward(502, `Cannot pass the response of ${baseUrl}: its body is damaged or incomplete: ${cause}`)
  }
}

/** Receives the body of a response, which must not be too long. */
async function receiveResponse(response: Response, baseUrl: string): Promise<ForwardOutcome> {
  const body = await readBody(response)
  if (body === undefined) {
    return createFailedForward(502, `Cannot pass the response of ${baseUrl}: it is longer than ${maxResponseBytes} bytes`)
  }

  // fetch has decoded the body, so its encoding and length differ.
  const headers = removeHeaders(response.headers, [...connectionHeaders, 'content-encoding', 'content-length'])
  return { kind: 'forwarded', status: response.status, headers, body }
}

interface RequestTarget {
  readonly url: string
  readonly timeoutSignal: AbortSignal
}

function createRequest(request: Request, body: ArrayBuffer, { timeoutSignal, url }: RequestTarget): Request {
  const init: RequestInit = {
    method: request.method,
    headers: removeHeaders(request.headers, [...connectionHeaders, ...computedHeaders]),
    redirect: 'manual',
    signal: AbortSignal.any([request.signal, timeoutSignal]),
  }
  const canHaveBody = request.method !== 'GET' && request.method !== 'HEAD'
  if (canHaveBody && body.byteLength > 0) init.body = body
  return new Request(url, init)
}

/** Reads a body; undefined if it is too long. A short compressed response can have a very long body. */
async function readBody({ body }: Response): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    // The return ends the loop, which cancels the stream.
    if (length > maxResponseBytes) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

function createFailedForward(status: number, message: string): FailedForward {
  return { kind: 'failed', response: Response.json({ message }, { status }) }
}

/** Describes why fetch failed. Node's fetch gives the reason in the cause of its error. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  if (cause.message !== '') return cause.message
  // If several addresses fail, Node combines the errors in one that has a code but no message.
  return 'code' in cause ? String(cause.code) : error.message
}

/** Copies headers without the named ones, and without those that the Connection header lists. */
function removeHeaders(headers: Headers, names: readonly string[]): Headers {
  const listed = (headers.get('connection') ?? '').split(',').map((name) => name.trim())
  const validNames = listed.filter((name) => /^[\w-]+$/.test(name))

  const kept = new Headers(headers)
  for (const name of [...names, ...validNames]) kept.delete(name)
  return kept
}
