import type { PlainRequest } from './plain-exchange.ts'

/** How clients reach a service that may be behind a proxy. */
export interface PublicAddress {
  readonly publicUrl: string | undefined
  readonly trustProxy: boolean
}

/**
 * Returns the URL at which the client reaches the service, without a slash at its end: the stated one, the one that a trusted
 * proxy forwards, or the origin of the request.
 */
export function publicUrlOf({ publicUrl, trustProxy }: PublicAddress, request: Pick<PlainRequest, 'header' | 'origin'>): string {
  if (publicUrl !== undefined) return publicUrl
  return trustProxy ? forwardedUrl(request) : request.origin
}

const hostPattern = /^(?:[a-z\d.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
const prefixPattern = /^(?:\/[\w.~-]+)+\/?$/

/** A header that is not as proxies write it does not count. */
function forwardedUrl(request: Pick<PlainRequest, 'header' | 'origin'>): string {
  const { origin } = request
  // Each proxy appends a value; the first one is what the client sees.
  const first = (name: string): string => (request.header(name)?.split(',')[0] ?? '').trim()
  const [ownScheme = 'http', ownHost = 'localhost'] = origin.split('://')
  const scheme = /^https?$/i.test(first('x-forwarded-proto')) ? first('x-forwarded-proto').toLowerCase() : ownScheme
  const host = hostPattern.test(first('x-forwarded-host'))
    ? withPort(first('x-forwarded-host'), first('x-forwarded-port'))
    : ownHost
  const prefix = prefixPattern.test(first('x-forwarded-prefix')) ? first('x-forwarded-prefix').replace(/\/$/, '') : ''
  const url = `${scheme}://${host}`
  return (URL.canParse(url) ? new URL(url).origin : origin) + prefix
}

function withPort(host: string, port: string): string {
  const hasPort = /:\d+$/.test(host)
  return hasPort || !/^\d{1,5}$/.test(port) ? host : `${host}:${port}`
}
