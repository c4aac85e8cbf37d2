/** A request before it is made: a Request can be sent once, and each attempt needs its own. */
export interface RequestParts {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: string | undefined
}

/** Makes the Request of one attempt, from the global at that time, as a test may have replaced it. */
export function createRequest(parts: RequestParts, signal: AbortSignal): Request {
  const { url, method, headers, body = null } = parts
  // A redirect could lead the key elsewhere, and the call to run twice: it is answered with an error instead.
  const init: RequestInit & { dispatcher: unknown } = {
    method,
    headers,
    body,
    redirect: 'manual',
    dispatcher: patientDispatcher(),
  }
  try {
    return new Request(url, { ...init, signal })
  } catch {
    // Under jsdom the global signal is not the one that Node's Request knows (vitest 8374); the call is still cut short.
    return new Request(url, init)
  }
}

interface Dispatcher {
  readonly dispatch: (options: object, handler: unknown) => boolean
}

/**
 * Node's fetch gives up on a head or a body after 300 s, whatever the timeout of its caller. A dispatcher around the
 * global one lifts that, and keeps what the global one does, such as going through a proxy. Undefined elsewhere.
 */
function patientDispatcher(): Dispatcher | undefined {
  const key = Symbol.for('undici.globalDispatcher.1')
  const current = (globalThis as { [key]?: Dispatcher })[key]
  if (current === undefined) return undefined
  return {
    dispatch: (options, handler) => current.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
  }
}
