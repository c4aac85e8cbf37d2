import { permissionFor } from '../../core/requests/cors.ts'
import type { AnswerHttp } from './http-exchange.ts'

/**
 * Allows pages of other origins to call a service, also with cookies, and to read its responses and `Retry-After`. The
 * control surface under `/__mock/` stays closed to them.
 */
export function withCors(answer: AnswerHttp): AnswerHttp {
  return async (request) => {
    const permission = request.path.startsWith('/__mock/') ? undefined : permissionFor(request)
    if (permission === undefined) return answer(request)
    if (permission.isPreflight) return { status: 204, headers: permission.headers, body: '' }
    const { headers, ...response } = await answer(request)
    const vary = [headers['vary'] ?? [], 'Origin'].flat().join(', ')
    return { ...response, headers: { ...headers, ...permission.headers, vary } }
  }
}
