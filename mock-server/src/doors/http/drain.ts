import type { Server } from 'node:http'

/** How a server closes. */
export interface DrainOptions {
  /** How long the requests under way have. @default 2000 */
  readonly graceMs?: number
  /** Told when some of them took longer and were cut off. @default nobody is told */
  readonly onCutOff?: () => void
}

/**
 * Stops listening, closes what is idle, and ends when the requests under way have been answered, or have had their time.
 */
export function drain(server: Server, { graceMs = 2000, onCutOff = () => {} }: DrainOptions = {}): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      onCutOff()
      server.closeAllConnections()
    }, graceMs)
    server.on('request', (_incoming, outgoing) => outgoing.setHeader('connection', 'close'))
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
