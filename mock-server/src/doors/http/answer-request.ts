import type { RequestListener, ServerResponse } from 'node:http'
import { isConnectionFault } from '../../core/faults/connection-fault-error.ts'
import { breakConnection } from './break-connection.ts'
import { HttpRequest } from './http-request.ts'
import type { AnswerHttp } from './http-response.ts'
import type { HttpLimits } from './listen-options.ts'
import { receiveBody } from './receive-body.ts'
import { createSender } from './send-response.ts'

/** Makes what a server of Node calls with each request: within the limits, the answer once the whole request has come. */
export function answerRequest(answer: AnswerHttp, { bodyBytes, urlCharacters }: Required<HttpLimits>): RequestListener {
  const send = createSender()
  return (incoming, outgoing) => {
    if ((incoming.url ?? '').length > urlCharacters) return refuse(outgoing, { status: 414, message: 'The target is too long' })
    receiveBody(incoming, {
      maxBytes: bodyBytes,
      tooLarge: () => refuse(outgoing, { status: 413, message: 'The body is too large' }),
      whole: (bytes) => {
        answer(new HttpRequest(incoming, { bytes, outgoing })).then(
          (response) => send(outgoing, response),
          (error: unknown) => fail(outgoing, error),
        )
      },
    })
  }
}

function refuse(outgoing: ServerResponse, { message, status }: { readonly status: number; readonly message: string }): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify({ message }))
}

function fail(outgoing: ServerResponse, error: unknown): void {
  if (isConnectionFault(error)) void breakConnection(outgoing, error)
  else outgoing.destroy()
}
