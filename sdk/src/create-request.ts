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
  const init: RequestInit = { method, headers, body, redirect: 'manual' }
  try {
    return new Request(url, { ...init, signal })
  } catch {
    // Under jsdom the global signal is not the one that Node's Request knows (vitest 8374); the call is still cut short.
    return new Request(url, init)
  }
}
