import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PlainRequest } from '../../core/requests/plain-exchange.ts'

// A target that URL would not change. A dot could be part of "/../".
const normalTarget = /^\/[\w/-]*(?:\?[\w.&=-]+)?$/

/** A request of Node whose body has been received. What is rarely needed is computed on demand. */
export class HttpRequest implements PlainRequest {
  readonly method: string
  readonly path: string
  readonly search: string
  /** Without a byte order mark. */
  readonly body: string | undefined
  readonly unreadable = false
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
    this.body = bytes === undefined ? undefined : textOf(bytes)
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
