import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createMockService } from '@wfhost/mock-server'
import { contractFixtures, createContractWorld } from '../../src/local/contract-world.ts'
import { createLocalHooks } from '../../src/local/create-local-hooks.ts'
import type { TargetDescription } from '../../src/target/connect-target.ts'
import type { WireAnswer, WireServer } from './wire-servers.ts'

/** A server while it listens on this machine. */
interface Served {
  readonly description: TargetDescription
  readonly close: () => Promise<void>
}

/** Serves the reference service behind a way of its own to send answers. */
export async function serveWireServer({ name, send }: WireServer): Promise<Served> {
  const service = createMockService(createContractWorld())
  const server = createServer((request, response) => {
    answerOf(request, service.fetch).then(
      (answer) => send(answer, { request, response }),
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

async function answerOf(request: IncomingMessage, fetch: (request: Request) => Promise<Response>): Promise<WireAnswer> {
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
