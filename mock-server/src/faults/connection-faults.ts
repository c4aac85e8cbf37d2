import type { PlainResponse } from '../core/requests/plain-exchange.ts'
import { defineFault } from './fault-kind.ts'

/** The kinds that need a socket: in process, and through MSW and Playwright, the request fails as without a network. */
export const connectionFaults = [
  defineFault('reset-before-headers', {
    description: 'Nothing runs; the connection is reset.',
    members: {},
    effect: () => ({ on: 'connection', apply: (connection) => connection.reset() }),
  }),
  defineFault('empty-reply', {
    description: 'Nothing runs; the connection is closed without a byte.',
    members: {},
    effect: () => ({ on: 'connection', apply: (connection) => connection.end(new Uint8Array()) }),
  }),
  defineFault('response-lost', {
    description: 'The request is handled, and the connection is reset instead of a response.',
    members: {},
    effect: () => ({ on: 'connection-of-response', apply: (connection) => connection.reset() }),
  }),
  defineFault('reset-mid-body', {
    description: 'The request is handled, and the connection is reset in the middle of the body.',
    members: {},
    effect: () => ({
      on: 'connection-of-response',
      apply: (connection, response) => {
        const body = encode(response.body)
        connection.write(headOf(response, [lengthOf(body)]))
        connection.write(body.subarray(0, body.length / 2))
        // The reset would discard what has not reached the client yet.
        setTimeout(() => connection.reset(), 20)
      },
    }),
  }),
  defineFault('slow-headers', {
    description: 'The head of the response is sent byte by byte.',
    members: {},
    effect: () => ({
      on: 'connection-of-response',
      apply: async (connection, response) => {
        const body = encode(response.body)
        for (const byte of headOf(response, [lengthOf(body)])) {
          if (connection.isClosed()) return
          connection.write(Uint8Array.of(byte))
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
        connection.end(body)
      },
    }),
  }),
  defineFault('wrong-content-length', {
    description: 'The body is shorter than its length.',
    members: {},
    effect: () => ({
      on: 'connection-of-response',
      apply: (connection, response) => {
        const body = encode(response.body)
        connection.write(headOf(response, [`content-length: ${body.length + 100}`]))
        connection.end(body)
      },
    }),
  }),
  defineFault('bad-chunk', {
    description: 'The body is chunked, and a chunk has no size.',
    members: {},
    effect: () => ({
      on: 'connection-of-response',
      apply: (connection, response) => {
        connection.write(headOf(response, ['transfer-encoding: chunked']))
        connection.end(encode(`no size\r\n${response.body}`))
      },
    }),
  }),
  defineFault('duplicate-headers', {
    description: 'A response header is sent twice.',
    members: {},
    effect: () => ({
      on: 'connection-of-response',
      apply: (connection, response) => {
        const body = encode(response.body)
        connection.write(headOf(response, [lengthOf(body), ...linesOf(response)]))
        connection.end(body)
      },
    }),
  }),
] as const

function headOf(response: PlainResponse, framing: readonly string[]): Uint8Array {
  const lines = [`HTTP/1.1 ${response.status} Fault`, ...linesOf(response), ...framing, 'connection: close', '', '']
  return encode(lines.join('\r\n'))
}

function linesOf({ headers }: PlainResponse): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

function lengthOf(body: Uint8Array): string {
  return `content-length: ${body.length}`
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
