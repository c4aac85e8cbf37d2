import type { Server, ServerResponse } from 'node:http'

/** How a server closes. */
export interface DrainOptions {
  /** How many milliseconds the requests in progress have. @default 2000 */
  readonly graceMs?: number
  /** Called if some of them took longer and were cut off. @default none */
  readonly onCutOff?: () => void
}

/**
 * Creates the function that closes a server: it stops listening, closes idle connections, and resolves when the requests
 * in progress have been answered or their time is over. Call it before the server listens: it tracks the responses.
 */
export function createDrain(server: Server): (options?: DrainOptions) => Promise<void> {
  const underWay = new Set<ServerResponse>()
  let draining = false
  server.on('request', (_incoming, outgoing) => {
    underWay.add(outgoing)
    outgoing.once('close', () => underWay.delete(outgoing))
    if (draining) closeAfter(outgoing)
  })

  return ({ graceMs = 2000, onCutOff = () => {} } = {}) => {
    draining = true
    for (const outgoing of underWay) closeAfter(outgoing)
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        onCutOff()
        server.closeAllConnections()
      }, graceMs)
      server.close(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}

/** Closes the connection after its response: closing idle connections would cut off a response that is being sent. */
function closeAfter(outgoing: ServerResponse): void {
  if (outgoing.headersSent) outgoing.once('finish', () => outgoing.req.socket.end())
  else outgoing.setHeader('connection', 'close')
}
