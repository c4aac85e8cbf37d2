import type { Fetch } from '../client/settings.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'

/** What is known of a request under way. */
export interface Sending {
  /**
   * Kept until the exchange has settled: Node ties a Request to its signal by a weak reference, and if it were
   * collected, no abort would reach the socket.
   */
  request?: Request
  /** Whether it got a connection, where the platform tells. */
  connected?: boolean
  /** Whether a 421 made fetch ask for another connection. */
  misdirected?: boolean
  /** Set as soon as its head has arrived. */
  response?: Response
  /** When that was: milliseconds since the epoch. */
  receivedAt?: number
  /** Whether its body is being read. */
  reading?: boolean
}

const VERSION = '0.1.0'

/** Throws where sending could only fail and would look like a broken connection. */
export function checkGlobals(fetch: Fetch | undefined): void {
  if (!globalThis.Request || !(fetch ?? globalThis.fetch)) {
    throw new ConfigurationError('Cannot send: there is no global fetch or Request')
  }
}

/** The signal for a Request. Under jsdom the global one is not the one that Node's Request knows (vitest 8374). */
export function signalFor({ signal }: AbortController): AbortSignal | null {
  if (!isPage()) return signal
  try {
    return new Request('http://localhost', { signal }) && signal
  } catch {
    // The call is still cut short.
    return null
  }
}

/** Whether a page is around, or what stands in for one. */
function isPage(): boolean {
  return 'document' in globalThis && globalThis.document !== undefined
}

/** Says who asks, where the runtime lets it be said. */
export function userAgent(): Record<string, string> {
  return !isPage() && globalThis.process?.versions?.node ? { 'user-agent': `@wfhost/sdk/${VERSION}` } : {}
}

/** Sends a request by a fetch of the caller, or by the global one, which is looked up now: a test may have replaced it. */
export async function send(made: Request, fetch: Fetch | undefined, state: Sending): Promise<Response> {
  for (const name of ['content-length', 'transfer-encoding']) {
    if (made.headers.has(name))
      throw new ConfigurationError(`Cannot use header ${name}: fetch frames the body, and would wait for another`)
  }
  // A redirect could lead the key elsewhere, and the call to run twice: it is answered with an error instead.
  const request = made.redirect === 'manual' ? made : new Request(made, { redirect: 'manual' })
  state.request = request
  state.response = await (fetch ? fetch(request) : sendByGlobal(request, state))
  return state.response
}

function sendByGlobal(request: Request, state: Sending): Promise<Response> {
  if (isPage()) return globalThis.fetch(request)
  // Bun gives up after 300 s without a byte unless `timeout` is false (oven-sh/bun 6217, 33647); others do not know it.
  const init = { timeout: false, dispatcher: patientDispatcher(state) }
  return globalThis.fetch(request, init as RequestInit)
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
