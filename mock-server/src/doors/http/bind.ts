import type { AddressInfo, ListenOptions, Server } from 'node:net'

/**
 * Binds a server to a port.
 *
 * @throws {Error} in one line when the port is taken or the host is not one of this machine.
 */
export async function bind(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<AddressInfo> {
  await listening(server, { host, port }).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`Cannot listen on ${host}:${port}: ${whyNot(cause, host)}`, { cause })
  })
  // A server that was bound to a port has an address of this form.
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
