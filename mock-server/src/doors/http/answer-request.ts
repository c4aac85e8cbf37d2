import type { RequestListener, ServerResponse } from 'node:http'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { isConnectionFault } from '../../core/faults/connection-fault-error.ts'
import { breakConnection } from './break-connection.ts'
import type { HttpLimits } from './listen-options.ts'

/** Makes what a server of Node calls with each request: within the limits, the answer of a function on web requests. */
export function answerRequest(
  answer: (request: Request) => Promise<Response>,
  { bodyBytes, urlCharacters }: Required<HttpLimits>,
): RequestListener {
  return (incoming, outgoing) => {
    if ((incoming.url ?? '').length > urlCharacters) return refuse(outgoing, { status: 414, message: 'The target is too long' })
    if (Number(incoming.headers['content-length'] ?? 0) > bodyBytes) {
      return refuse(outgoing, { status: 413, message: 'The body is too large' })
    }
    const request: Request = new NodeRequest({ req: incoming, res: outgoing, maxRequestBodySize: bodyBytes })
    answer(request)
      .then((response) => send(outgoing, response))
      .catch((error: unknown) => fail(outgoing, error))
  }
}

function refuse(outgoing: ServerResponse, { message, status }: { readonly status: number; readonly message: string }): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify({ message }))
}

async function fail(outgoing: ServerResponse, error: unknown): Promise<void> {
  if (isConnectionFault(error)) return breakConnection(outgoing, error)
  outgoing.destroy()
}

/** Writes a response in one piece when its text is at hand, and streams any other. */
async function send(outgoing: ServerResponse, response: Response): Promise<void> {
  // By its member, since a CommonJS build has the class once in each entry.
  if (!('content' in response) || typeof response.content !== 'string' || response.bodyUsed) {
    return sendNodeResponse(outgoing, response)
  }
  const { content, headers, status } = response
  const length = headers.has('content-length') ? [] : ['content-length', String(Buffer.byteLength(content))]
  outgoing.writeHead(status, [...headers].flat().concat(length)).end(content)
}
