import type { Server, ServerResponse } from 'node:http'

/** How a server closes. */
export interface DrainOptions {
  /** How long the requests under way have. @default 2000 */
  readonly graceMs?: number
  /** Told when some of them took longer and were cut off. @default nobody is told */
  readonly onCutOff?: () => void
}

/**
 * Makes what stops a server listening, closes what is idle, and ends when the requests under way have been answered, or
 * have had their time. To be made before the server answers: it follows its answers.
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

/** Keeps the connection no longer than its answer takes; closing what looks idle would cut off one that is still being sent. */
function closeAfter(outgoing: ServerResponse): void {
  if (outgoing.headersSent) outgoing.once('finish', () => outgoing.req.socket.end())
  else outgoing.setHeader('connection', 'close')
}
