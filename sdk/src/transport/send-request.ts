import type { Fetch } from '../client/settings.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'

/** A request before it is made: a Request can be sent once, and each attempt needs its own. */
export interface RequestParts {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** A request, what sends it and what ends it. */
export interface Sending extends RequestParts {
  /** @default the global, looked up now: a client may be made before a test replaces it */
  readonly fetch: Fetch | undefined
  readonly signal: AbortSignal
}

/** What is known of a request under way. */
export interface RequestState {
  /**
   * Kept until the exchange has settled: Node ties a Request to its signal by a weak reference, and if it were
   * collected, no abort would reach the socket.
   */
  request?: Request
  /** Whether it got a connection, where the platform tells. */
  connected?: boolean
  /** Set as soon as its head has arrived. */
  response?: Response
  /** When that was: milliseconds since the epoch. */
  receivedAt?: number
  /** The moment for another attempt, where the response allows one. */
  retryAt?: number | undefined
}

/** Throws where sending could only fail and would look like a broken connection. */
export function checkGlobals(fetch: Fetch | undefined): void {
  if (!globalThis.Request || !(fetch ?? globalThis.fetch)) {
    throw new ConfigurationError('Cannot send: there is no global fetch or Request')
  }
}

/** Sends the request of one attempt. */
export function sendRequest(sending: Sending, state: RequestState): Promise<Response> {
  const { fetch, url } = sending
  const { document, fetch: ownFetch }: { document?: unknown; fetch: typeof globalThis.fetch } = globalThis
  // Bun gives up after 300 s without a byte unless `timeout` is false (oven-sh/bun 6217, 33647); others do not know it.
  // A redirect could lead the key elsewhere, and the call to run twice: it is answered with an error instead.
  const init = { ...sending, redirect: 'manual', timeout: false, dispatcher: patientDispatcher(state) } as RequestInit
  // Node's fetch makes another Request of a Request, whose body is a stream: with the address, there is only one.
  if (!fetch && !document) return ownFetch(url, init)
  try {
    state.request = new Request(url, init)
  } catch {
    // Under jsdom the global signal is not the one that Node's Request knows (vitest 8374); the call is still cut short.
    state.request = new Request(url, { ...init, signal: null })
  }
  return (fetch ?? ownFetch)(state.request)
}

type Handler = Partial<Record<'onConnect' | 'onRequestStart', (...told: unknown[]) => void>>

interface Dispatcher {
  readonly dispatch: (options: object, handler: Handler) => boolean
}

/**
 * Node's fetch gives up on a head or a body after 300 s, whatever the timeout of its caller. A dispatcher around the
 * global one lifts that, and keeps what the global one does, such as going through a proxy. Undefined elsewhere.
 */
function patientDispatcher(state: RequestState): Dispatcher | undefined {
  const key = Symbol.for('undici.globalDispatcher.1')
  const current = (globalThis as { [key]?: Dispatcher })[key]
  return (
    current && {
      dispatch: (options, handler) => {
        // After a 421, fetch sends the request once more by itself.
        if (state.connected) throw new Error('421')
        noteConnection(handler, state)
        return current.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler)
      },
    }
  )
}

/** Undici tells its handler, under one of two names, that it has a connection and sends now. */
function noteConnection(handler: Handler, state: RequestState): void {
  for (const name of ['onConnect', 'onRequestStart'] as const) {
    const tell = handler[name]
    if (!tell) continue
    state.connected = false
    handler[name] = function (...told) {
      state.connected = true
      return tell.apply(this, told)
    }
  }
}
