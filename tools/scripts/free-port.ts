import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

export async function freePort(): Promise<number> {
  const port = await listenBriefly(0)
  if (port === undefined) throw new Error('Cannot find a free port')
  return port
}

/** Returns a port that is free together with the next one. */
export async function freePortPair(): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const port = await freePort()
    if ((await listenBriefly(port + 1)) !== undefined) return port
  }
  throw new Error('Cannot find two free ports in a row')
}

/** Listens on a port, and stops. Returns undefined if the port is taken. */
async function listenBriefly(wanted: number): Promise<number | undefined> {
  const server = createServer()
  try {
    server.listen(wanted, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return undefined
  }
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
