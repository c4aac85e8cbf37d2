import { isIPv6 } from 'node:net'

/** The origin of a server by where it listens; an IPv6 address stands in brackets (RFC 3986, section 3.2.2). */
export function originOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}
