import type { AnswerHttp, HttpRequest, HttpResponse } from './http-exchange.ts'

const permittedHeaders = 'authorization, content-type'
const keptSeconds = '600'

/**
 * Allows pages of other origins to call a service, also with cookies, and to read its responses and `Retry-After`. The
 * control surface under `/__mock/` stays closed to them.
 */
export function withCors(answer: AnswerHttp): AnswerHttp {
  return async (request) => {
    const origin = request.header('origin')
    if (origin === undefined || request.path.startsWith('/__mock/')) return answer(request)
    if (isPreflight(request)) return { status: 204, headers: preflightHeaders(request, origin), body: '' }
    return permitted(await answer(request), origin)
  }
}

function permitted(response: HttpResponse, origin: string): HttpResponse {
  const { headers } = response
  const permission = {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'Retry-After',
    vary: [headers['vary'] ?? [], 'Origin'].flat().join(', '),
  }
  return { ...response, headers: { ...headers, ...permission } }
}

function isPreflight(request: HttpRequest): boolean {
  return request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined
}

function preflightHeaders(request: HttpRequest, origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': request.header('access-control-request-headers') ?? permittedHeaders,
    'access-control-max-age': keptSeconds,
    vary: 'Origin',
  }
}
