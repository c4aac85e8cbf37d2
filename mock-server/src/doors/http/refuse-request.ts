import type { IncomingMessage, ServerResponse } from 'node:http'

const longestWaitMs = 2000

/**
 * Refuses a request and closes its connection, once what the client is still sending has come or had its time: a
 * connection that is closed with something unread is reset, and the client may lose the answer over it.
 */
export function refuseRequest(
  { incoming, outgoing }: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse },
  { reason, status }: { readonly status: number; readonly reason: string },
): void {
  const text = JSON.stringify({ message: reason })
  const end = (): unknown => outgoing.end()
  const timer = setTimeout(end, longestWaitMs)
  outgoing.once('close', () => clearTimeout(timer))
  incoming.once('end', end)
  incoming.resume()
  outgoing
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), connection: 'close' })
    .write(text)
}
