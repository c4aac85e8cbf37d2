import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { HttpResponse } from './http-exchange.ts'

export type SendResponse = (outgoing: ServerResponse, response: HttpResponse) => void

/**
 * Creates the function that sends the responses of a server. Those that are ready in one turn of the event loop are sent
 * together at its end: the first wakes the process of the client for all of them (decisions/010).
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
      // Set rather than only written: what closes the server asks for it.
      outgoing.setHeader('content-type', headers['content-type'] ?? [])
      outgoing.writeHead(status, { ...headers } as OutgoingHttpHeaders)
      // The connection ends in any case if the client disconnects or the body breaks off.
      pipeline(Readable.from(pieces(body)), outgoing).catch(() => {})
    } else {
      // RFC 9110, section 8.6: a 204 has no Content-Length.
      const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }
      outgoing.writeHead(status, { ...length, ...headers } as OutgoingHttpHeaders).end(body)
    }
  } catch {
    // A header is invalid in HTTP.
    outgoing.destroy()
  }
}
