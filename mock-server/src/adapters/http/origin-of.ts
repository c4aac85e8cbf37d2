import { isIPv6 } from 'node:net'

/** Where a server listens. */
export interface Place {
  readonly host: string
  readonly port: number
  readonly secure?: boolean
}

/** The origin of a server. An IPv6 address is put in brackets (RFC 3986, section 3.2.2). */
export function originOf({ host, port, secure = false }: Place): string {
  return `${secure ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${port}`
}
