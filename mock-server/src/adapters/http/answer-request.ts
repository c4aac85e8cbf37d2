import type { RequestListener, ServerResponse } from 'node:http'
import { isConnectionFault } from '../../faults/connection-fault-error.ts'
import { HttpRequest } from './http-request.ts'
import type { AnswerHttp } from './http-response.ts'
import type { HttpLimits, Refusal } from './listen-options.ts'
import { receiveBody } from './receive-body.ts'
import { refuseRequest } from './refuse-request.ts'
import { createSender } from './send-response.ts'

/** Creates the request listener of a Node server: it enforces the limits, and answers once the whole request is received. */
export function answerRequest(
  answer: AnswerHttp,
  {
    limits: { bodyBytes, urlCharacters },
    onRefusal,
  }: { readonly limits: Required<HttpLimits>; readonly onRefusal: (refusal: Refusal) => void },
): RequestListener {
  const send = createSender()

  return (incoming, outgoing) => {
    const refuse = (refusal: { readonly status: number; readonly reason: string }): void => {
      refuseRequest({ incoming, outgoing }, refusal)
      onRefusal(refusal)
    }
    if ((incoming.url ?? '').length > urlCharacters) return refuse({ status: 414, reason: 'The target is too long' })
    receiveBody(incoming, {
      maxBytes: bodyBytes,
      tooLarge: () => refuse({ status: 413, reason: 'The body is too large' }),
      whole: (bytes) => {
        answer(new HttpRequest(incoming, { bytes, outgoing })).then(
          (response) => send(outgoing, response),
          (error: unknown) => fail(outgoing, error),
        )
      },
    })
  }
}

function fail(outgoing: ServerResponse, error: unknown): void {
  const { socket } = outgoing
  if (!isConnectionFault(error) || socket === null || socket.destroyed) {
    outgoing.destroy()
    return
  }
  void error.breakConnection({
    isClosed: () => socket.destroyed,
    write: (bytes) => socket.write(bytes),
    end: (bytes) => socket.end(bytes),
    reset: () => socket.resetAndDestroy(),
  })
}
