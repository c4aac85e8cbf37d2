import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that listens, without the hooks of its team. */
export interface ListeningServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Waits until a server of Node listens, and returns its address. */
export async function waitUntilListening(server: Server): Promise<ListeningServer> {
  if (!server.listening) await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
