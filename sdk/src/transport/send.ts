import { describeValue } from '@wfhost/wire/messages'
import type { Fetch } from '../client/settings.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Sending } from './failure.ts'

/** Whether a page is around, or what stands in for one. */
export function isPage(): boolean {
  return 'document' in globalThis && globalThis.document !== undefined
}

/** Sends a request by a fetch of the caller, or by the global one, which is looked up now: a test may have replaced it. */
export async function send(made: Request, fetch: Fetch | undefined, state: Sending): Promise<Response> {
  for (const name of ['content-length', 'transfer-encoding']) {
    if (made.headers.has(name)) throw new ConfigurationError(`Cannot use header ${name}: fetch sets it`)
  }
  // A redirect could lead the key elsewhere, and the call to run twice: it is answered with an error instead.
  const request = made.redirect === 'manual' ? made : new Request(made, { redirect: 'manual' })
  state.request = request
  const response: Response = await (fetch ? fetch(request) : sendByGlobal(request, state))
  // A mock that nobody has told what to return, or that returns what only looks like one.
  if (!Object(response).arrayBuffer) {
    throw new ConfigurationError(`fetch resolved with ${describeValue(response)}, not with a Response`)
  }
  state.response = response
  return response
}

function sendByGlobal(request: Request, state: Sending): Promise<Response> {
  if (isPage()) return globalThis.fetch(request)
  const plain = request instanceof PlainRequest
  // Bun gives up after 300 s without a byte unless `timeout` is false (oven-sh/bun 6217, 33647). Next.js 14 answers a POST
  // that it knows from a cache, unless it is told in its own words. Others know neither.
  const init = { timeout: false, dispatcher: patientDispatcher(state), next: { revalidate: 0 } }
  return globalThis.fetch(plain ? request.url : request, { ...(plain && request), ...init } as RequestInit)
}

/**
 * What a Request is made of, for a fetch that nobody has replaced by an option: it copies a Request, and streams its body.
 */
export class PlainRequest {
  declare readonly url: string

  constructor(url: string, init: RequestInit) {
    Object.assign(this, init, { url })
  }
}

type Handler = Partial<Record<'onConnect' | 'onRequestStart', (...event: unknown[]) => void>>

interface Dispatcher {
  readonly dispatch: (options: object, handler: Handler) => boolean
}

/**
 * Node's fetch gives up on a head or a body after 300 s, whatever the timeout of its caller. A dispatcher around the
 * global one lifts that, and keeps what the global one does, such as going through a proxy. Undefined elsewhere.
 */
function patientDispatcher(state: Sending): Dispatcher | undefined {
  const key = Symbol.for('undici.globalDispatcher.1')
  const current = (globalThis as { [key]?: Dispatcher })[key]
  return (
    current && {
      dispatch: (options, handler) => {
        // After a 421, fetch sends the request once more by itself.
        state.misdirected = state.connected === true
        if (state.misdirected) throw new Error('421')
        noteConnection(handler, state)
        return current.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler)
      },
    }
  )
}

/** Undici tells its handler, under one of two names, that it has a connection and sends now. */
function noteConnection(handler: Handler, state: Sending): void {
  for (const name of ['onConnect', 'onRequestStart'] as const) {
    const tell = handler[name]
    if (!tell) continue
    state.connected = false
    handler[name] = function (...event) {
      state.connected = true
      return tell.apply(this, event)
    }
  }
}
