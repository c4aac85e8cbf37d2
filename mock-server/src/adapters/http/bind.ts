import type { AddressInfo, ListenOptions, Server } from 'node:net'

/**
 * Binds a server to a port.
 *
 * @throws {Error} in one line if the port is in use or the host is not an address of this machine.
 */
export async function bind(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<AddressInfo> {
  await listening(server, { host, port }).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`Cannot listen on ${host}:${port}: ${whyNot(cause, host)}`, { cause })
  })
  // The address of a server on a port always has this type.
  return server.address() as AddressInfo
}

/** Lets a server listen; rejects with the error of Node. */
export function listening(server: Server, where: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function whyNot({ code, message }: NodeJS.ErrnoException, host: string): string {
  if (code === 'EADDRINUSE') return 'the port is taken'
  if (code === 'EACCES') return 'this user may not; take a port from 1024'
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `"${host}" is no address of this machine`
  return message
}
