import { originOf } from '../doors/http/origin-of.ts'
import type { ListenOptions } from '../doors/http.ts'

/** Addresses that mean every one of this machine, and the one by which the machine reaches itself. */
const everywhere = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

/** The address of a server before it listens; for a free port and a unix socket, one that no other server can have. */
export function ownUrlOf({ host = '127.0.0.1', port = 0, socket, tls }: ListenOptions): string {
  return originOf({
    host: everywhere.get(host) ?? host,
    port: socket === undefined ? port : 0,
    secure: tls !== undefined,
  })
}
