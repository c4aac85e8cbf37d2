import type { PlainResponse } from '../core/requests/plain-exchange.ts'
import type { BreakResponse } from './fault-effect.ts'
import { plainFault } from './fault-kind.ts'

/** The kinds that need a socket: in process, and through MSW and Playwright, the request fails as without a network. */
export const connectionFaults = [
  plainFault('reset-before-headers', 'Nothing runs; the connection is reset.', {
    phase: 'request-connection',
    apply: (connection) => connection.reset(),
  }),
  plainFault('empty-reply', 'Nothing runs; the connection is closed without a byte.', {
    phase: 'request-connection',
    apply: (connection) => connection.end(new Uint8Array()),
  }),
  breaksResponse('response-lost', 'The request is handled, and the connection is reset instead of a response.', (connection) =>
    connection.reset(),
  ),
  breaksResponse(
    'reset-mid-body',
    'The request is handled, and the connection is reset in the middle of the body.',
    (connection, response) => {
      const body = encode(response.body)
      connection.write(headOf(response, [lengthOf(body)]))
      connection.write(body.subarray(0, body.length / 2))
      // The reset would discard what has not reached the client yet.
      setTimeout(() => connection.reset(), 20)
    },
  ),
  breaksResponse('slow-headers', 'The head of the response is sent byte by byte.', async (connection, response) => {
    const body = encode(response.body)
    for (const byte of headOf(response, [lengthOf(body)])) {
      if (connection.isClosed()) return
      connection.write(Uint8Array.of(byte))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    connection.end(body)
  }),
  breaksResponse('wrong-content-length', 'The body is shorter than its length.', (connection, response) => {
    const body = encode(response.body)
    connection.write(headOf(response, [`content-length: ${body.length + 100}`]))
    connection.end(body)
  }),
  breaksResponse('bad-chunk', 'The body is chunked, and a chunk has no size.', (connection, response) => {
    connection.write(headOf(response, ['transfer-encoding: chunked']))
    connection.end(encode(`no size\r\n${response.body}`))
  }),
  breaksResponse('duplicate-headers', 'A response header is sent twice.', (connection, response) => {
    const body = encode(response.body)
    connection.write(headOf(response, [lengthOf(body), ...formatResult(response)]))
    connection.end(body)
  }),
] as const

function breaksResponse<const Kind extends string>(kind: Kind, description: string, apply: BreakResponse) {
  return plainFault(kind, description, { phase: 'response-connection', apply })
}

function headOf(response: PlainResponse, framing: readonly string[]): Uint8Array {
  const lines = [`HTTP/1.1 ${response.status} Fault`, ...formatResult(response), ...framing, 'connection: close', '', '']
  return encode(lines.join('\r\n'))
}

function formatResult({ headers }: PlainResponse): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

function lengthOf(body: Uint8Array): string {
  return `content-length: ${body.length}`
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
