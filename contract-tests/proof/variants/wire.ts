import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { createMockService } from '@wfhost/mock-server'
import type { TargetDescription } from '../../src/target/create-target.ts'
import { contractFixtures, createContractWorld } from '../contract-world.ts'
import { createLocalHooks } from '../local-hooks.ts'

/** A response of the reference server, before it is sent over the wire. */
export interface WireResponse {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

/** A conforming server that sends its responses in a rare form that HTTP allows. */
export interface WireVariant {
  readonly name: string
  readonly send: (sent: WireResponse, on: { readonly request: IncomingMessage; readonly response: ServerResponse }) => void
}

/** Ways to send the same response (RFC 9110, RFC 9112). */
export const wireVariants: readonly WireVariant[] = [
  {
    name: 'it uses HTTP/1.0, and the end of the connection ends a response',
    send: ({ body, headers, status }, { request }) => {
      request.socket.end(Buffer.concat([head(`HTTP/1.0 ${status} OK`, headers), body]))
    },
  },
  {
    name: 'it writes names in capitals, white space around values, and no reason for a status',
    send: ({ body, headers, status }, { request }) => {
      const shouted = headers.map(([name, value]) => [name.toUpperCase(), `\t ${value} \t`] as const)
      // Node's fetch takes white space here for a part of the number.
      const length = ['CONTENT-LENGTH', String(body.length)] as const
      request.socket.write(Buffer.concat([head(`HTTP/1.1 ${status} `, [...shouted, length]), body]))
    },
  },
  {
    name: 'it sends a chunk for each byte, with extensions, and trailers after them',
    send: ({ body, headers, status }, { request }) => {
      const start = head(`HTTP/1.1 ${status} OK`, [...headers, ['transfer-encoding', 'chunked'], ['trailer', 'x-checksum']])
      const chunks = Array.from(body, (byte) =>
        Buffer.concat([Buffer.from('1;part="a b"\r\n'), Buffer.of(byte), Buffer.from('\r\n')]),
      )
      request.socket.write(Buffer.concat([start, ...chunks, Buffer.from('0\r\nx-checksum: 7f3\r\n\r\n')]))
    },
  },
  {
    name: 'it sends 102 and 103 before a response',
    send: ({ body, headers, status }, { response }) => {
      response.writeProcessing()
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' })
      response.writeHead(status, headers.flat()).end(body)
    },
  },
  compressed('br', brotliCompressSync),
  compressed('deflate', deflateSync),
  compressed('gzip', gzipSync),
  {
    name: 'it announces that it closes the connection after each response',
    send: ({ body, headers, status }, { response }) => {
      response.writeHead(status, [...headers, ['connection', 'close']].flat()).end(body)
    },
  },
  {
    name: 'it sends the head of a response first, and the rest a moment later',
    send: ({ body, headers, status }, { response }) => {
      response.writeHead(status, headers.flat()).flushHeaders()
      setTimeout(() => response.end(body), 5)
    },
  },
  {
    name: 'it sends a mark of the byte order before its JSON',
    send: ({ body, headers, status }, { response }) => {
      response.writeHead(status, headers.flat()).end(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]))
    },
  },
]

function compressed(coding: string, compress: (body: Buffer) => Buffer): WireVariant {
  return {
    name: `it compresses with ${coding} if the client accepts that`,
    send: ({ body, headers, status }, { request, response }) => {
      const accepted = new RegExp(`\\b${coding}\\b`).test(String(request.headers['accept-encoding'] ?? ''))
      const coded = accepted ? [...headers, ['content-encoding', coding]] : headers
      response.writeHead(status, coded.flat()).end(accepted ? compress(body) : body)
    },
  }
}

function head(status: string, headers: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.from([status, ...headers.map(([name, value]) => `${name}:${value}`), '', ''].join('\r\n'), 'latin1')
}

interface Served {
  readonly description: TargetDescription
  readonly close: () => Promise<void>
}

/** Serves the reference service, and sends its responses in the form of the variant. */
export async function serveWireVariant({ name, send }: WireVariant): Promise<Served> {
  const service = createMockService(createContractWorld())
  const server = createServer((request, response) => {
    readResponse(request, service.fetch).then(
      (sent) => send(sent, { request, response }),
      (error: unknown) => destroy(response, error),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Cannot reach the server: it has no port')
  return {
    description: {
      name,
      baseUrl: `http://127.0.0.1:${address.port}`,
      fixtures: contractFixtures,
      hooks: createLocalHooks(service),
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function readResponse(request: IncomingMessage, fetch: (request: Request) => Promise<Response>): Promise<WireResponse> {
  const { headers, method = 'GET', url } = request
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const response = await fetch(
    new Request(`http://${headers.host}${url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
    }),
  )
  const sent = [...response.headers].filter(([name]) => name !== 'content-length')
  return { status: response.status, headers: sent, body: Buffer.from(await response.arrayBuffer()) }
}

function destroy(response: ServerResponse, error: unknown): void {
  response.destroy(error instanceof Error ? error : new Error(String(error)))
}
