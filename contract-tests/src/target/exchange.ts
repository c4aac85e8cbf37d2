import { findTlsRemedy } from '@wfhost/internal/system-error'
import type { OperationId } from '@wfhost/openapi'
import { parseJson } from '../parse-json.ts'

/** A request that a check sends to an operation of the API document. */
export interface CheckRequest {
  readonly operationId: OperationId
  /** The method of the operation, unless a rule tries another one. */
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /**
   * A lone surrogate from U+DC80 to U+DCFF represents the byte in its last two digits, as in PEP 383. A check sends such
   * bytes for a body that is not valid UTF-8. @default no body
   */
  readonly body?: string | undefined
}

/** A request and its response. */
export interface Exchange {
  readonly request: CheckRequest
  readonly status: number
  readonly headers: Headers
  /** The body as text, including a byte order mark. */
  readonly text: string
  /** The parsed body, or undefined if it is not JSON. Whole numbers that would lose digits are kept as strings. */
  readonly body: unknown
}

/** The error for a target that did not respond: it is unreachable, closes the connection, or is too slow. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError'
}

/**
 * Returns whether fetch failed because a connection broke. On a busy machine this happens to a single request, so that a second attempt shows
 * whether the server fails.
 */
export function isConnectionBroken(fetchError: unknown): boolean {
  const { code } = Object(innermostCause(fetchError))
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code)
}

/** Returns the error that fetch failed with: the cause of its TypeError, if there is one. */
function innermostCause(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error
}

type Fetch = (request: Request) => Promise<Response>

/**
 * Sends a request through a fetch function and reads the complete response. Redirects are not followed. The user's fetch function
 * may ignore the abort signal, so this function waits at most `timeoutMs`.
 *
 * @throws {NoResponseError} if the connection fails, or if the complete response does not arrive in time
 */
export async function sendWithFetch(
  fetchFunction: Fetch,
  { request, timeoutMs }: { readonly request: CheckRequest; readonly timeoutMs: number },
): Promise<Exchange> {
  const timeoutController = new AbortController()
  const fetchRequest = toFetchRequest(request, timeoutController.signal)
  const timer = setTimeout(() => timeoutController.abort(), timeoutMs)
  let response: Response | undefined

  try {
    response = await rejectOnAbort(fetchFunction(fetchRequest), timeoutController.signal)
    const text = await rejectOnAbort(readText(response), timeoutController.signal)
    return toExchange(request, response, text)
  } catch (error) {
    const timedOutAfterMs = timeoutController.signal.aborted ? timeoutMs : undefined
    const reason = describeFailure(error, { response, timedOutAfterMs })
    throw new NoResponseError(`${request.method} ${request.url}: ${reason}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

interface IncompleteExchange {
  /** The response, if its status and headers have arrived. */
  readonly response: Response | undefined
  /** The time limit, if it has passed. */
  readonly timedOutAfterMs: number | undefined
}

/** Describes why the complete response did not arrive, and which part of it did. */
function describeFailure(error: unknown, { timedOutAfterMs, response }: IncompleteExchange): string {
  const isLate = timedOutAfterMs !== undefined
  const reason = isLate ? `no complete response within ${timedOutAfterMs} ms` : describeNetworkError(error)

  const hasBrokenOff = isLate || isConnectionBroken(error)
  if (response === undefined || !hasBrokenOff) return reason
  return `${reason}; received only ${describeHead(response)}`
}

function toFetchRequest({ body, headers, method, url }: CheckRequest, signal: AbortSignal): Request {
  const { 'transfer-encoding': transferEncoding, ...otherHeaders } = headers
  const init: RequestInit & { duplex?: 'half' } = { method, headers: otherHeaders, redirect: 'manual', signal }

  if (transferEncoding !== undefined) {
    // fetch rejects this header, but uses chunks by itself for a body of unknown length.
    init.body = new Blob([body ?? '']).stream()
    init.duplex = 'half'
  } else if (body !== undefined) {
    init.body = encodeBody(body)
  }

  return new Request(url, init)
}

/** Replaces each lone surrogate of a body by the single byte that it represents. */
function encodeBody(body: string): string | Buffer<ArrayBuffer> {
  const parts = body.split(/([\u{dc80}-\u{dcff}])/u)
  if (parts.length === 1) return body

  // split() returns the separators at the odd indices.
  const encoded = parts.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : Buffer.from(part, 'latin1')))
  return Buffer.concat(encoded)
}

/** Waits for a promise, or rejects as soon as the signal is aborted. */
async function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {}
  const abortion = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
  })
  signal.addEventListener('abort', onAbort)

  try {
    return await Promise.race([promise, abortion])
  } finally {
    // A listener would keep the response in memory for as long as the signal.
    signal.removeEventListener('abort', onAbort)
  }
}

function toExchange(request: CheckRequest, response: Response, text: string): Exchange {
  return {
    request,
    status: response.status,
    headers: trimHeaders(response.headers),
    text,
    body: parseJson(text.replace(/^\ufeff/, '')),
  }
}

/** Describes a response whose body did not arrive, as `status 200, Content-Length: 500`. */
function describeHead({ headers, status }: Response): string {
  const length = headers.get('content-length')
  return `status ${status}${length === null ? '' : `, Content-Length: ${length}`}`
}

/** Removes white space around values, which Node's fetch keeps. It does not belong to the value (RFC 9110, section 5.5). */
function trimHeaders(headers: Headers): Headers {
  return new Headers([...headers].map(([name, value]): [string, string] => [name, value.trim()]))
}

/** The longest body that is read: far more than any check needs. */
const LONGEST_BODY_MIB = 64

async function readText(response: Response): Promise<string> {
  try {
    return await readChunks(response)
  } catch (error) {
    const coding = response.headers.get('content-encoding')
    if (coding === null || !isDecompressionError(error)) throw error

    // This error has no cause, because describeNetworkError would report the cause instead of the message.
    throw new Error(`the body is not ${coding}, although its Content-Encoding states it (${describeNetworkError(error)})`)
  }
}

/** Returns whether Node failed to decompress a body: zlib, Brotli and Zstandard have error codes of their own. */
function isDecompressionError(error: unknown): boolean {
  const { code } = Object(innermostCause(error))
  return /^(Z_|ERR__|ZSTD_)/.test(String(code))
}

async function readChunks(response: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let length = 0
  let text = ''

  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > LONGEST_BODY_MIB * 2 ** 20) throw new Error(`a response of more than ${LONGEST_BODY_MIB} MiB`)
    text += decoder.decode(chunk, { stream: true })
  }

  return text + decoder.decode()
}

/** Describes why a request got no response. The message of fetch only states that it failed; its cause states why. */
export function describeNetworkError(error: unknown): string {
  const cause = innermostCause(error)
  if (!(cause instanceof Error)) return String(cause)

  const code = 'code' in cause ? String(cause.code) : ''
  const explanation = describeTlsError(cause, code) ?? describeAddressError(cause, code)
  return explanation ?? (cause.message || code || String(error))
}

/** Describes an error of TLS, or returns undefined for any other error. */
function describeTlsError(cause: Error, code: string): string | undefined {
  if (/SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)/.test(code)) {
    // After a semicolon, Node names flags of its own, which do not help the user of a command.
    const [problem = code] = cause.message.split('; ', 1)
    return `${problem}: caFile (or --ca-file) adds the authority that signed it`
  }

  const remedy = findTlsRemedy(code)
  if (remedy === undefined) return undefined

  // The message of an error of OpenSSL is a line of its log.
  const problem = code.startsWith('ERR_SSL_') ? code : cause.message
  return `${problem}: ${remedy}`
}

/** Describes an address at which no server can be reached, or returns undefined for any other error. */
function describeAddressError(cause: Error, code: string): string | undefined {
  if (code === 'ECONNREFUSED') return `nothing listens there (${cause.message})`
  if (code === 'ENOTFOUND') return `there is no host of that name (${cause.message})`
  if (cause.message === 'bad port') {
    return 'fetch blocks this port, as it belongs to another protocol; use another port (bad port)'
  }
  return undefined
}
