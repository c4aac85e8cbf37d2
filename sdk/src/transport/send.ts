import { describeValue, type Redact } from '@wfhost/internal/redacted-text'
import type { Fetch } from '../client/settings.ts'
import { type ConnectionWatch, watchConnection } from '../connection/connection-watch.ts'
import { isPage } from '../connection/is-page.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Sending } from './transport.ts'

/** Headers that fetch sets itself, since they frame the body. */
const FRAMING_HEADERS = ['content-length', 'transfer-encoding']

/** Makes a request safe to send: a redirect could take the key elsewhere, and could make a run happen twice. */
export function toSafeRequest(request: Request): Request {
  for (const name of FRAMING_HEADERS) {
    if (request.headers.has(name)) throw new ConfigurationError(`Cannot use header ${name}: fetch sets it`)
  }
  return request.redirect === 'manual' ? request : new Request(request, { redirect: 'manual' })
}

interface SendOptions {
  readonly fetch: Fetch | undefined
  readonly signal: AbortSignal
  /** The body of the request, if it is known as text. */
  readonly body: string | undefined
  readonly redact: Redact
}

/**
 * Starts to send a request with fetch. Only the global fetch of Node lets the client watch the connection, which shows whether
 * the request was sent. The fetch of a caller can use any connection.
 */
export function startFetch(request: Request, options: SendOptions): Sending {
  const { fetch, signal } = options
  const watch = fetch !== undefined || isPage() ? undefined : watchConnection(request.url)
  const response = sendByFetch(request, options, watch).finally(() => watch?.close({ isAborted: signal.aborted }))
  return { evidence: watch, response }
}

/** Sends a request with the fetch of the caller, or with the global one, and checks that a response comes of it. */
async function sendByFetch(
  request: Request,
  { body, fetch, redact, signal }: SendOptions,
  watch: ConnectionWatch | undefined,
): Promise<Response> {
  const response: unknown = await (fetch === undefined ? sendByGlobalFetch(request, { watch, signal, body }) : fetch(request))

  // A mock that has no response for a request can resolve with undefined.
  if (!isResponse(response)) {
    throw new ConfigurationError(`fetch resolved with ${describeValue(response, redact)}, not with a Response`)
  }
  return response
}

function isResponse(value: unknown): value is Response {
  return typeof Object(value).arrayBuffer === 'function'
}

interface GlobalFetchOptions {
  readonly watch: ConnectionWatch | undefined
  readonly signal: AbortSignal
  readonly body: string | undefined
}

/** Sends a request with the global fetch. Each option besides the signal is for one runtime, and the others ignore it. */
function sendByGlobalFetch(request: Request, { body, signal, watch }: GlobalFetchOptions): Promise<Response> {
  if (isPage()) return globalThis.fetch(request)

  const init = {
    signal,
    // Bun gives up after 300 s without a byte (oven-sh/bun 6217, 33647).
    timeout: false,
    // Next.js 14 responds to a POST from a cache.
    next: { revalidate: 0 },
  }
  return watch === undefined ? globalThis.fetch(request, init as RequestInit) : watch.fetch(request, { ...init, body })
}
