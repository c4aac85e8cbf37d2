import type { AddressInfo, Server } from 'node:net'

/**
 * Binds a server to a port.
 *
 * @throws {Error} in one line when the port is taken or the host is not one of this machine.
 */
export function bind(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'the port is taken' : error.message
      reject(new Error(`Cannot listen on ${host}:${port}: ${why}`, { cause: error }))
    })
    server.listen({ host, port }, () => {
      server.removeAllListeners('error')
      // A server that was bound to a port has an address of this form.
      resolve(server.address() as AddressInfo)
    })
  })
}
