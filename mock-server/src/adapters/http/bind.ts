import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import type { ListenOptions } from './listen-options.ts'

/**
 * Binds a server to a port.
 *
 * @throws {Error} in one line if the port is in use, or if the machine has no such address.
 */
export async function bind(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<AddressInfo> {
  await once(server.listen({ host, port }), 'listening').catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`Cannot listen on ${host}:${port}: ${explainBindError(cause, host)}`, { cause })
  })
  // The address of a server on a port always has this type.
  return server.address() as AddressInfo
}

function explainBindError({ code, message }: NodeJS.ErrnoException, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return 'the port is in use. Choose another port, or 0 for a free one'
    case 'EACCES':
      return 'this user must not use the port. Choose a port from 1024, or 0 for a free one'
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `this machine has no address "${host}". Use 127.0.0.1, or 0.0.0.0 for all addresses of this machine`
    default:
      return message
  }
}

/** The origin of a server. An IPv6 address, the only host with a colon, is put in brackets (RFC 3986, section 3.2.2). */
export function originOf({
  host,
  port,
  secure = false,
}: {
  readonly host: string
  readonly port: number
  readonly secure?: boolean
}): string {
  return `${secure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Returns the loopback address if an address means all interfaces, because some clients cannot open such an address. Returns
 * any other address unchanged.
 */
function loopbackOf(host: string): string {
  if (/^0+(\.0+){0,3}$/.test(host)) return '127.0.0.1'
  return /^[0:]+$/.test(host) && host.includes('::') ? '::1' : host
}

/** Whether a server on this host listens on all interfaces. */
export function isEverywhere(host: string): boolean {
  return loopbackOf(host) !== host
}

/** The origin at which a client of this machine reaches a server. */
export function findReachableOrigin(where: Parameters<typeof originOf>[0]): string {
  return originOf({ ...where, host: loopbackOf(where.host) })
}

/** The URL of a server before it listens; with a free port, one that no other server can have. */
export function ownUrlOf({ host = '127.0.0.1', port = 0, tls }: ListenOptions): string {
  return findReachableOrigin({ host, port, secure: tls !== undefined })
}
