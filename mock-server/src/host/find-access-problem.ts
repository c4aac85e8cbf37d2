import { equalsSecret, readBearer } from '../core/requests/authenticate.ts'
import type { PlainRequest } from '../core/requests/plain-exchange.ts'

/**
 * Why a request may not use the control surface; undefined if it may. Pages never may, not even through a host name that
 * resolves to this machine (DNS rebinding).
 */
export function findAccessProblem(
  { token }: { readonly token: string | undefined },
  request: Pick<PlainRequest, 'header' | 'origin'>,
): string | undefined {
  if (request.header('origin') !== undefined) return 'The control surface is not for pages'
  if (token !== undefined)
    return equalsSecret(readBearer(request) ?? '', token) ? undefined : 'The control surface needs its token'
  const { hostname } = new URL(request.origin)
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) ? undefined : 'The control surface is for this machine'
}
