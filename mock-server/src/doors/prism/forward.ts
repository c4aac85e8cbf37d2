/** What came back from the server behind a proxy. */
export interface Forwarded {
  readonly status: number
  readonly headers: Headers
  readonly body: ArrayBuffer
}

// RFC 9110, section 7.6.1, and what a client computes for itself.
const ofOneConnection = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']
const computedAnew = ['host', 'content-length', 'expect']

/** Sends a request on, byte for byte; a server that cannot be reached is a 502. */
export async function forward(
  request: Request,
  {
    body,
    fetch = globalThis.fetch,
    upstream,
  }: {
    readonly body: ArrayBuffer
    readonly fetch: ((request: Request) => Promise<Response>) | undefined
    readonly upstream: string
  },
): Promise<Forwarded | Response> {
  const { pathname, search } = new URL(request.url)
  const url = upstream.replace(/\/+$/, '') + pathname + search
  const withBody = body.byteLength > 0 && request.method !== 'GET' && request.method !== 'HEAD'
  try {
    const sent = new Request(url, {
      method: request.method,
      headers: without(request.headers, [...ofOneConnection, ...computedAnew]),
      redirect: 'manual',
      ...(withBody ? { body } : {}),
    })
    const response = await fetch(sent)
    // fetch has undone the encoding.
    const headers = without(response.headers, [...ofOneConnection, 'content-encoding', 'content-length'])
    return { status: response.status, headers, body: await response.arrayBuffer() }
  } catch (cause) {
    const why = cause instanceof Error ? (cause.cause instanceof Error ? cause.cause.message : cause.message) : String(cause)
    return Response.json({ message: `Cannot reach ${upstream}: ${why}` }, { status: 502 })
  }
}

function without(headers: Headers, names: readonly string[]): Headers {
  const kept = new Headers(headers)
  for (const name of names) kept.delete(name)
  return kept
}
