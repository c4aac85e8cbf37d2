import { equalsSecret, readBearer } from '../core/requests/authenticate.ts'
import type { PlainRequest } from '../core/requests/plain-exchange.ts'

/** The part of a request that says where it comes from. */
type Arrived = Pick<PlainRequest, 'header' | 'origin'>

/**
 * Why a request may not use the control surface; undefined if it may. Pages never may, not even through a host name that
 * resolves to this machine (DNS rebinding).
 */
export function findAccessProblem({ token }: { readonly token: string | undefined }, request: Arrived): string | undefined {
  if (isFromPage(request)) return 'The control surface is not for pages'
  if (token === undefined) return isForThisMachine(request) ? undefined : 'The control surface is for this machine'
  const presented = readBearer(request)
  const fits = token !== '' && presented !== undefined && equalsSecret(presented, token)
  return fits ? undefined : 'The control surface needs its token'
}

/** Browsers send Sec-Fetch-Site with each request (Fetch Metadata); it is none only where the user entered the address. */
function isFromPage(request: Arrived): boolean {
  return request.header('origin') !== undefined || (request.header('sec-fetch-site') ?? 'none') !== 'none'
}

/** By the Host header, as it was sent; a request in process has none, and its URL says where it goes. */
function isForThisMachine(request: Arrived): boolean {
  const host = request.header('host')
  const url = host === undefined ? request.origin : `http://${host}`
  return URL.canParse(url) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}
