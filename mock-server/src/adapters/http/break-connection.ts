import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { PlainResponse } from '../../core/requests/plain-exchange.ts'
import type { ConnectionFaultError } from '../../faults/connection-fault-error.ts'

const byteMs = 1

/** Performs a connection fault on the socket. */
export async function breakConnection(outgoing: ServerResponse, { answer, kind }: ConnectionFaultError): Promise<void> {
  const { socket } = outgoing
  if (socket === null || socket.destroyed) return
  if (answer === undefined || kind === 'response-lost') {
    if (kind === 'empty-reply') socket.end()
    else socket.resetAndDestroy()
    return
  }
  const body = Buffer.from(answer.body)
  const head = headOf(answer, [`content-length: ${body.length}`])
  switch (kind) {
    case 'reset-mid-body':
      socket.write(Buffer.concat([head, body.subarray(0, body.length / 2)]))
      // The reset would discard what has not reached the client yet.
      setTimeout(() => socket.resetAndDestroy(), 20)
      return
    case 'slow-headers':
      await byteByByte(socket, head)
      socket.end(body)
      return
    case 'wrong-content-length':
      socket.end(Buffer.concat([headOf(answer, [`content-length: ${body.length + 100}`]), body]))
      return
    case 'bad-chunk':
      socket.end(Buffer.concat([headOf(answer, ['transfer-encoding: chunked']), Buffer.from('no size\r\n'), body]))
      return
    default:
      socket.end(Buffer.concat([headOf(answer, [`content-length: ${body.length}`, ...linesOf(answer)]), body]))
  }
}

function headOf(response: PlainResponse, framing: readonly string[]): Buffer {
  const lines = [`HTTP/1.1 ${response.status} Fault`, ...linesOf(response), ...framing, 'connection: close', '', '']
  return Buffer.from(lines.join('\r\n'), 'latin1')
}

function linesOf({ headers }: PlainResponse): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

async function byteByByte(socket: Socket, bytes: Buffer): Promise<void> {
  for (const byte of bytes) {
    if (socket.destroyed) return
    socket.write(Uint8Array.of(byte))
    await new Promise((resolve) => setTimeout(resolve, byteMs))
  }
}
