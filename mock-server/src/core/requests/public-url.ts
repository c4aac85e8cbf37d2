import type { PlainRequest } from './plain-exchange.ts'

/** How clients reach a service that may be behind a proxy. */
export interface PublicAddress {
  readonly publicUrl: string | undefined
  readonly trustProxy: boolean
}

type RequestSource = Pick<PlainRequest, 'header' | 'origin'>

/**
 * Returns the URL at which the client reaches the service, without a slash at its end. That is the configured URL, the URL
 * that a trusted proxy forwards, or the origin of the request.
 */
export function getPublicUrl({ publicUrl, trustProxy }: PublicAddress, request: RequestSource): string {
  if (publicUrl !== undefined) return publicUrl
  return trustProxy ? readForwardedUrl(request) : request.origin
}

const hostPattern = /^(?:[a-z\d.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
const prefixPattern = /^(?:\/[\w.~-]+)+\/?$/

/** Builds the public URL from the headers that a proxy sets. Headers with an invalid value are ignored. */
function readForwardedUrl(request: RequestSource): string {
  const [requestScheme = 'http', requestHost = 'localhost'] = request.origin.split('://')

  const forwardedScheme = readFirstValue(request, 'x-forwarded-proto')
  const scheme = /^https?$/i.test(forwardedScheme) ? forwardedScheme.toLowerCase() : requestScheme

  const forwardedHost = readFirstValue(request, 'x-forwarded-host')
  const forwardedPort = readFirstValue(request, 'x-forwarded-port')
  const host = hostPattern.test(forwardedHost) ? addPort(forwardedHost, forwardedPort) : requestHost

  const forwardedPrefix = readFirstValue(request, 'x-forwarded-prefix')
  const prefix = prefixPattern.test(forwardedPrefix) ? forwardedPrefix.replace(/\/$/, '') : ''

  const url = `${scheme}://${host}`
  const origin = URL.canParse(url) ? new URL(url).origin : request.origin
  return origin + prefix
}

/** Reads the first value of a header. Each proxy appends a value; the first one is the value that the client sees. */
function readFirstValue(request: RequestSource, name: string): string {
  const [first = ''] = (request.header(name) ?? '').split(',')
  return first.trim()
}

function addPort(host: string, port: string): string {
  const hasPort = /:\d+$/.test(host)
  const isValidPort = /^\d{1,5}$/.test(port)
  return hasPort || !isValidPort ? host : `${host}:${port}`
}
