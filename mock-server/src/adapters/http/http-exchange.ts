import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PlainRequest, PlainResponse } from '../../core/requests/plain-exchange.ts'
import { getPlainHandler, type WebHandler } from '../../core/requests/web-fetch.ts'

/** A response to a client over HTTP. A header may have several values. */
export interface HttpResponse extends Omit<PlainResponse, 'headers'> {
  readonly headers: Readonly<Record<string, string | readonly string[]>>
}

export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse>

// A target that URL would not change. A dot could be part of "/../".
const normalTarget = /^\/[\w/-]*(?:\?[\w.&=-]+)?$/

/** A request of Node whose body has been received. Parts that are rarely needed are computed on demand. */
export class HttpRequest implements PlainRequest {
  readonly method: string
  readonly path: string
  readonly search: string
  /** Without a byte order mark. Undefined for a request without a body, and for a body that is not UTF-8. */
  readonly body: string | undefined
  readonly isBodyInvalidUtf8: boolean
  readonly bytes: Buffer | undefined
  readonly incoming: IncomingMessage
  private readonly outgoing: ServerResponse
  private readonly elsewhere: string | undefined
  private controller: AbortController | undefined

  constructor(
    incoming: IncomingMessage,
    { bytes, outgoing }: { readonly bytes: Buffer | undefined; readonly outgoing: ServerResponse },
  ) {
    const { method = 'GET', url = '/' } = incoming
    this.incoming = incoming
    this.outgoing = outgoing
    this.method = method
    this.bytes = bytes
    const text = bytes === undefined ? undefined : textOf(bytes)
    // Decoding replaces invalid bytes by this character, which a valid body can contain, too.
    this.isBodyInvalidUtf8 = bytes !== undefined && text?.includes('\ufffd') === true && !isUtf8(bytes)
    this.body = this.isBodyInvalidUtf8 ? undefined : text
    if (normalTarget.test(url)) {
      const mark = url.indexOf('?')
      this.path = mark < 0 ? url : url.slice(0, mark)
      this.search = mark < 0 ? '' : url.slice(mark)
    } else {
      const { origin, pathname, search } = parseTarget(url)
      this.path = pathname
      this.search = search
      this.elsewhere = origin
    }
  }

  header(name: string): string | undefined {
    const value = this.incoming.headers[name]
    return typeof value === 'object' ? value.join(', ') : value
  }

  get origin(): string {
    if (this.elsewhere !== undefined) return this.elsewhere
    const scheme = 'encrypted' in this.incoming.socket ? 'https' : 'http'
    const origin = `${scheme}://${this.incoming.headers.host ?? ''}`
    return URL.canParse(origin) ? new URL(origin).origin : `${scheme}://localhost`
  }

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      const controller = new AbortController()
      const { outgoing } = this
      if (outgoing.destroyed) controller.abort()
      else outgoing.once('close', () => (outgoing.writableFinished ? undefined : controller.abort()))
      this.controller = controller
    }
    return this.controller.signal
  }
}

function textOf(bytes: Buffer): string {
  const text = bytes.toString()
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

interface Target {
  readonly pathname: string
  readonly search: string
  /** Only for an absolute target, as in a request to a proxy. */
  readonly origin: string | undefined
}

function parseTarget(target: string): Target {
  if (target.startsWith('/')) {
    const { pathname, search } = new URL(`http://localhost${target}`)
    return { pathname, search, origin: undefined }
  }
  // An asterisk, or an invalid target: a path that does not exist.
  if (!/^https?:/i.test(target) || !URL.canParse(target)) return { pathname: `/${target}`, search: '', origin: undefined }
  return new URL(target)
}

/** Adapts a function on web requests to HTTP. A function of this package is called without web objects, which cost time. */
export function toHttpHandler(target: WebHandler): HttpHandler {
  return getPlainHandler(target) ?? (async (request) => fromWebResponse(await target(toWebRequest(request))))
}

function toWebRequest({ bytes, incoming, method, origin, path, search, signal }: HttpRequest): Request {
  const { rawHeaders } = incoming
  const headers = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
  const body = method === 'GET' || method === 'HEAD' || bytes === undefined ? null : new Uint8Array(bytes)
  return new Request(origin + path + search, { method, headers, body, signal })
}

function fromWebResponse({ body, headers, status }: Response): HttpResponse {
  const cookies = headers.getSetCookie()
  const all = { ...Object.fromEntries(headers), ...(cookies.length === 0 ? {} : { 'set-cookie': cookies }) }
  return { status, headers: all, body: '', ...(body === null ? {} : { chunks: () => body }) }
}
