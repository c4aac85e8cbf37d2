import { isConnectionFault } from '../faults/connection-fault-error.ts'

export interface Forwarded {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
}

export interface Upstream {
  /** Its base URL; that of the request if undefined. */
  readonly upstream: string | undefined
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** @default 30000 */
  readonly timeoutMs?: number | undefined
}

const responseBytes = 20_000_000

// RFC 9110, section 7.6.1, and headers that a client computes itself.
const ofOneConnection = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']
const computedAnew = ['host', 'content-length', 'expect']

/**
 * Forwards a request byte for byte. If the server cannot be reached or its response is too long, returns a 502, and a 504
 * if it does not respond in time: a plain `Response`, since it is one of the guard.
 */
export async function forward(
  request: Request,
  body: ArrayBuffer,
  { fetch = globalThis.fetch, timeoutMs = 30_000, upstream }: Upstream,
): Promise<Forwarded | Response> {
  const { origin, pathname, search } = new URL(request.url)
  const base = (upstream ?? origin).replace(/\/+$/, '')
  const withBody = body.byteLength > 0 && request.method !== 'GET' && request.method !== 'HEAD'
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const sent = new Request(base + pathname + search, {
      method: request.method,
      headers: without(request.headers, [...ofOneConnection, ...computedAnew]),
      redirect: 'manual',
      signal: AbortSignal.any([request.signal, late]),
      ...(withBody ? { body } : {}),
    })
    const response = await fetch(sent)
    // fetch has decoded the body.
    const headers = without(response.headers, [...ofOneConnection, 'content-encoding', 'content-length'])
    const received = await readWhole(response)
    if (received !== undefined) return { status: response.status, headers, body: received }
    return refusal(502, `Cannot pass the response of ${base}: it is longer than ${responseBytes} bytes`)
  } catch (cause) {
    // The adapter that received the request performs the fault on its connection.
    if (isConnectionFault(cause)) throw cause
    if (late.aborted) return refusal(504, `Cannot wait for ${base}: no complete response came within ${timeoutMs} ms`)
    return refusal(502, `Cannot reach ${base}: ${reasonOf(cause)}`)
  }
}

/** The body of a response; undefined if it is longer, as a little of gzip may become. */
async function readWhole({ body }: Response): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (length > responseBytes) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

function refusal(status: number, message: string): Response {
  return Response.json({ message }, { status })
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if (!(cause.cause instanceof Error)) return cause.message
  // If several addresses fail, the error that combines them has no message.
  return cause.cause.message || ('code' in cause.cause ? String(cause.cause.code) : cause.message)
}

/** The headers without the named ones and without those that the Connection header lists. */
function without(headers: Headers, names: readonly string[]): Headers {
  const kept = new Headers(headers)
  const named = (headers.get('connection') ?? '').split(',').map((name) => name.trim())
  for (const name of [...names, ...named.filter((candidate) => /^[\w-]+$/.test(candidate))]) kept.delete(name)
  return kept
}
