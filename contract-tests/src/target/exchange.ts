import type { OperationId } from '@wfhost/openapi'
import { parseJson } from '../parse-json.ts'

/** A request of a rule, as an operation of the document. */
export interface Call {
  readonly operationId: OperationId
  /** That of the operation, but where a rule tries another one. */
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A lone surrogate from U+DC80 on stands for its last byte, which is no UTF-8 (PEP 383). @default no body */
  readonly body?: string
}

/** A call and its response. */
export interface Exchange {
  readonly call: Call
  readonly status: number
  readonly headers: Headers
  /** With its byte order mark, if it begins with one. */
  readonly text: string
  /** The parsed body, or undefined if it is not JSON. Whole numbers that would lose digits are kept as strings. */
  readonly body: unknown
}

/** The target did not respond: it cannot be reached, cuts the connection, or takes too long. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** Whether a connection broke: a busy machine does that to one request, and a server that fails does it again. */
export function isBroken({ cause }: { readonly cause?: unknown }): boolean {
  const { code } = Object(cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause)
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code)
}

/**
 * Sends a call through a fetch function and reads the complete response. Redirects are not followed.
 *
 * @throws {NoAnswer} if there is no complete response in time.
 */
export async function exchangeThrough(
  fetch: (request: Request) => Promise<Response>,
  sent: { readonly call: Call; readonly timeoutMs: number },
): Promise<Exchange> {
  const { call, timeoutMs } = sent
  const { body, method, url } = call
  const { 'transfer-encoding': chunked, ...headers } = call.headers
  const timeout = new AbortController()
  const request = new Request(url, {
    method,
    headers,
    redirect: 'manual',
    signal: timeout.signal,
    ...(body === undefined ? {} : { body: withLoneBytes(body) }),
    // fetch takes no such header: it is what it sends where it does not know how long a body is.
    ...(chunked === undefined ? {} : { body: new Blob([body ?? '']).stream(), duplex: 'half' }),
  })
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  const inTime = <T>(step: Promise<T>) => Promise.race([step, rejection(timeout.signal)])
  let begun = ''
  try {
    const response = await inTime(fetch(request))
    begun = `; its head came: ${headOf(response)}`
    const text = await inTime(readText(response))
    return {
      call,
      status: response.status,
      headers: trimmed(response.headers),
      text,
      body: parseJson(text.replace(/^\ufeff/, '')),
    }
  } catch (error) {
    const isLate = timeout.signal.aborted
    const why = isLate ? `no complete response within ${timeoutMs} ms` : whyNoAnswer(error)
    const isCut = isLate || isBroken({ cause: error })
    throw new NoAnswer(`${method} ${url}: ${why}${isCut ? begun : ''}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function withLoneBytes(body: string): string | Buffer<ArrayBuffer> {
  const parts = body.split(/([\u{dc80}-\u{dcff}])/u)
  if (parts.length === 1) return body
  return Buffer.concat(parts.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : Buffer.from(part, 'latin1'))))
}

/** What a response says of itself before its body, as `status 200, Content-Length: 500`. */
function headOf({ headers, status }: Response): string {
  const length = headers.get('content-length')
  return `status ${status}${length === null ? '' : `, Content-Length: ${length}`}`
}

/** White space around a value is no part of it (RFC 9110, section 5.5). Node's fetch leaves it behind one. */
function trimmed(headers: Headers): Headers {
  return new Headers([...headers].map(([name, value]): [string, string] => [name, value.trim()]))
}

/** Far more than a check looks at, and far less than a machine has. */
const mostBytes = 64 * 2 ** 20

async function readText(response: Response): Promise<string> {
  return readChunks(response).catch((error: unknown) => {
    const coding = response.headers.get('content-encoding')
    const { code } = Object(error instanceof Error && error.cause instanceof Error ? error.cause : error)
    // What zlib, Brotli and Zstandard call what they cannot read.
    if (coding === null || !/^(Z_|ERR__|ZSTD_)/.test(String(code))) throw error
    // Without a cause, which would be told in its place.
    throw new Error(`the body is not what Content-Encoding: ${coding} says it is (${whyNoAnswer(error)})`)
  })
}

async function readChunks(response: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let bytes = 0
  let text = ''
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new Error(`an answer of more than ${mostBytes / 2 ** 20} MiB`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Why a request got no answer: what fetch says is that it failed, and its cause says why. */
export function whyNoAnswer(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  const code = 'code' in cause ? String(cause.code) : ''
  if (/SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)/.test(code)) {
    const [what = code] = cause.message.split('; ', 1)
    return `${what}: caFile (or --ca-file) adds the authority that signed it`
  }
  if (/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/.test(code)) {
    return `what listens there does not speak TLS (${code}): its address may begin with http://`
  }
  if (code === 'ECONNREFUSED') return `nothing listens there (${cause.message})`
  if (code === 'ENOTFOUND') return `there is no host of that name (${cause.message})`
  if (cause.message === 'bad port') return 'the port is one that fetch keeps for another protocol; take another port (bad port)'
  return cause.message === '' ? code || String(error) : cause.message
}
