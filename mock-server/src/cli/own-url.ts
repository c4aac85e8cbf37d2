import { originOf } from '../adapters/http/origin-of.ts'
import type { ListenOptions } from '../adapters/http.ts'

/** The loopback address for each address that means all interfaces. */
const everywhere = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

/** The URL of a server before it listens; with a free port or a unix socket, one that no other server can have. */
export function ownUrlOf({ host = '127.0.0.1', port = 0, socket, tls }: ListenOptions): string {
  return originOf({
    host: everywhere.get(host) ?? host,
    port: socket === undefined ? port : 0,
    secure: tls !== undefined,
  })
}
