import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Refusal } from './listen-options.ts'

const answers: Readonly<Record<string, { readonly status: number; readonly phrase: string; readonly reason: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, phrase: 'Request Header Fields Too Large', reason: 'The headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, phrase: 'Payload Too Large', reason: 'The chunk extensions are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, phrase: 'Request Timeout', reason: 'The request was not complete in time' },
}
const targetTooLong = { status: 414, phrase: 'URI Too Long', reason: 'The target is too long' }
const malformed = { status: 400, phrase: 'Bad Request', reason: 'The request is not HTTP' }

/** Responds to malformed and incomplete requests, and reports them, which Node by itself does not. */
export function refuseMalformed(
  server: Server,
  { onRefusal, urlCharacters }: { readonly onRefusal: (refusal: Refusal) => void; readonly urlCharacters: number },
): void {
  server.on('clientError', (error: ClientError, socket: Duplex) => {
    // The client has disconnected.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { phrase, reason, status } = isTargetTooLong(error, urlCharacters)
      ? targetTooLong
      : (answers[error.code ?? ''] ?? malformed)
    const body = JSON.stringify({ message: reason })
    const head = [
      `HTTP/1.1 ${status} ${phrase}`,
      'connection: close',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ]
    // A second response would corrupt the one that is being sent.
    if (hasAnswerUnderWay(socket)) socket.destroy()
    else socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
    onRefusal({ status, reason })
  })
  server.on('drop', () => onRefusal({ status: undefined, reason: 'There are too many connections' }))
}

interface ClientError extends NodeJS.ErrnoException {
  /** The last packet: the whole head only if it came in one. */
  readonly rawPacket?: Buffer
}

/**
 * Node counts the target among the headers and has one error for both (nodejs/node#26296, nodejs/node#26553). What came
 * in earlier packets is not known here, so a target that is spread over several gets 431.
 */
function isTargetTooLong({ code, rawPacket }: ClientError, urlCharacters: number): boolean {
  if (code !== 'HPE_HEADER_OVERFLOW' || rawPacket === undefined) return false
  const [, target = ''] = /^[A-Z]+ (\S+)/.exec(rawPacket.toString('latin1')) ?? []
  return target.length > urlCharacters
}

function hasAnswerUnderWay(socket: Duplex): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage')
  return typeof message === 'object' && message !== null && 'headersSent' in message && message.headersSent === true
}
