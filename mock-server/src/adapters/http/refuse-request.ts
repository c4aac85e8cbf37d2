import type { IncomingMessage, ServerResponse } from 'node:http'

const longestWaitMs = 2000

/**
 * Refuses a request, and closes its connection once the client has sent everything or its time is over. Closing a
 * connection with unread data resets it, and the client may lose the response.
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
