import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { HttpResponse } from './http-response.ts'

/** Sends an answer to a client. */
export type SendResponse = (outgoing: ServerResponse, response: HttpResponse) => void

/**
 * Makes what sends the answers of a server. Those that are ready in one turn of the event loop are sent together at its
 * end: the first wakes the process of the client, and the others find it awake (decisions/010).
 */
export function createSender(): SendResponse {
  let ready: { readonly outgoing: ServerResponse; readonly response: HttpResponse }[] = []

  function sendReady(): void {
    const sending = ready
    ready = []
    for (const { outgoing, response } of sending) send(outgoing, response)
  }

  return (outgoing, response) => {
    if (ready.push({ outgoing, response }) === 1) setImmediate(sendReady)
  }
}

function send(outgoing: ServerResponse, { body, headers, pieces, status }: HttpResponse): void {
  try {
    if (pieces !== undefined) {
      outgoing.writeHead(status, { ...headers } as OutgoingHttpHeaders)
      // A client that leaves, and a body that breaks off, both end the connection.
      pipeline(Readable.from(pieces(body)), outgoing).catch(() => {})
    } else {
      // RFC 9110, section 8.6: a 204 has no Content-Length.
      const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }
      outgoing.writeHead(status, { ...length, ...headers } as OutgoingHttpHeaders).end(body)
    }
  } catch {
    // A header that HTTP cannot carry.
    outgoing.destroy()
  }
}
