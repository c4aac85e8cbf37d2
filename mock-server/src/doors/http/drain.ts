import type { Server } from 'node:http'

const graceMs = 2000

/** Stops listening; ends when the requests under way have been answered, or when they had their time. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs)
    server.on('request', (_incoming, outgoing) => outgoing.setHeader('connection', 'close'))
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
