import { equalsSecret, readBearerKey } from '../core/requests/authenticate.ts'
import type { PlainRequest } from '../core/requests/plain-exchange.ts'

/** The parts of a request that show its sender and its target. */
type RequestSource = Pick<PlainRequest, 'header' | 'origin'>

/**
 * Returns why a request may not use the control surface, or undefined if it may. The only page with access is the inspector,
 * which has the same origin. Pages of other origins have no access, also not through a host name that resolves to this
 * machine (DNS rebinding).
 */
export function findAccessProblem({ token }: { readonly token: string | undefined }, request: RequestSource): string | undefined {
  if (isFromOtherPage(request)) return 'The control surface is not for pages of other origins'
  if (token === undefined) return isForThisMachine(request) ? undefined : 'The control surface is for this machine'

  const presented = readBearerKey(request)
  const isValid = token !== '' && presented !== undefined && equalsSecret(presented, token)
  return isValid ? undefined : 'The control surface needs its token'
}

/**
 * Returns whether a page of another origin sent a request. Browsers send Sec-Fetch-Site with each request (Fetch Metadata). Its
 * value is `none` only if the user entered the address.
 */
function isFromOtherPage(request: RequestSource): boolean {
  const origin = request.header('origin')
  const site = request.header('sec-fetch-site') ?? 'none'
  if (site !== 'same-origin') return origin !== undefined || site !== 'none'
  // Behind a proxy that rewrites Host, other pages can look like the inspector. Every POST has an Origin that differs then.
  return origin !== undefined && origin.replace(/^https?:\/\//, '') !== request.header('host')
}

/** Returns whether a request is for this machine, by its Host header. A request of this process has no such header, only a URL. */
export function isForThisMachine(request: RequestSource): boolean {
  const host = request.header('host')
  const url = host === undefined ? request.origin : `http://${host}`
  return URL.canParse(url) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}
