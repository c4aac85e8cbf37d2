const defaultAllowedHeaders = 'authorization, content-type'
const maxAgeSeconds = '600'

interface RequestHead {
  readonly method: string
  readonly header: (name: string) => string | undefined
}

/** The CORS headers of a response. */
export interface CorsResult {
  readonly headers: Record<string, string>
  readonly isPreflight: boolean
}

/**
 * Returns the CORS headers for the response to a request, and whether the request is a preflight. With these headers, a page may
 * read the response. After a preflight, it may send the request. Returns undefined for a request without an Origin header, which
 * does not come from a page of another origin.
 */
export function evaluateCors(request: RequestHead): CorsResult | undefined {
  const origin = request.header('origin')
  if (origin === undefined) return undefined

  const headers: Record<string, string> = {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    // A cache must not give this response to a page of another origin.
    vary: 'Origin',
  }

  const isPreflight = request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined
  if (isPreflight) {
    headers['access-control-allow-methods'] = 'GET, POST'
    headers['access-control-allow-headers'] = request.header('access-control-request-headers') ?? defaultAllowedHeaders
    headers['access-control-max-age'] = maxAgeSeconds
  } else {
    headers['access-control-expose-headers'] = 'Retry-After'
  }

  return { headers, isPreflight }
}
