import { equalsSecret, readBearerKey } from '../core/requests/authenticate.ts'
import type { PlainRequest } from '../core/requests/plain-exchange.ts'

/** The part of a request that says where it comes from. */
type Arrived = Pick<PlainRequest, 'header' | 'origin'>

/**
 * Why a request may not use the control surface; undefined if it may. Of all pages only the inspector may, the one page of
 * this origin: not a page of another origin, and none through a host name that resolves to this machine (DNS rebinding).
 */
export function findAccessProblem({ token }: { readonly token: string | undefined }, request: Arrived): string | undefined {
  if (isFromOtherPage(request)) return 'The control surface is not for pages of other origins'
  if (token === undefined) return isForThisMachine(request) ? undefined : 'The control surface is for this machine'
  const presented = readBearerKey(request)
  const fits = token !== '' && presented !== undefined && equalsSecret(presented, token)
  return fits ? undefined : 'The control surface needs its token'
}

/** Browsers send Sec-Fetch-Site with each request (Fetch Metadata); it is none only where the user entered the address. */
function isFromOtherPage(request: Arrived): boolean {
  const [origin, site] = [request.header('origin'), request.header('sec-fetch-site') ?? 'none']
  if (site !== 'same-origin') return origin !== undefined || site !== 'none'
  // A proxy that rewrites Host makes its pages look like ours; with Origin, as every POST has it, they are told apart.
  return origin !== undefined && origin.replace(/^https?:\/\//, '') !== request.header('host')
}

/** Whether a request goes to this machine by the Host header, as it was sent; a request in process has none, and its URL says where it goes. */
export function isForThisMachine(request: Arrived): boolean {
  const host = request.header('host')
  const url = host === undefined ? request.origin : `http://${host}`
  return URL.canParse(url) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}
