/** What answers requests. */
type Answer = (request: Request) => Promise<Response>

const permittedHeaders = 'authorization, content-type'
const keptSeconds = '600'

/**
 * Lets pages of other origins call a service, read its answers, and see `Retry-After`. The surface below `/__mock/`
 * stays closed to them: whoever controls the server is no page.
 */
export function withCors(answer: Answer): Answer {
  return async (request) => {
    const origin = request.headers.get('origin')
    if (origin === null || new URL(request.url).pathname.startsWith('/__mock/')) return answer(request)
    if (isPreflight(request)) return new Response(null, { status: 204, headers: preflightHeaders(request, origin) })
    const response = await answer(request)
    const headers = new Headers(response.headers)
    headers.set('access-control-allow-origin', origin)
    headers.set('access-control-expose-headers', 'Retry-After')
    headers.append('vary', 'Origin')
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
  }
}

function isPreflight({ headers, method }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method')
}

function preflightHeaders({ headers }: Request, origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': headers.get('access-control-request-headers') ?? permittedHeaders,
    'access-control-max-age': keptSeconds,
    vary: 'Origin',
  }
}
