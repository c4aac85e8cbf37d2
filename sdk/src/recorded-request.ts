/** What openapi-fetch makes in place of a Request. */
export interface RequestParts {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: string | undefined
}

/**
 * Stands in for `Request` in openapi-fetch, and only keeps what it is given: a real Request can be sent once, and each
 * attempt needs its own.
 */
export class RecordedRequest implements RequestParts {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: string | undefined

  constructor(url: string, init: Omit<RequestParts, 'url'>) {
    this.url = url
    this.method = init.method
    this.headers = init.headers
    this.body = init.body
  }
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
