import { createServer, type Socket } from 'node:net'

/** The behaviour of a raw server. */
export interface RawServerPlan {
  /** Called for each request that came whole, with its number from 1. Counts as an execution unless it returns 'refused'. */
  readonly onRequest?: (request: { readonly number: number; readonly text: string; readonly socket: Socket }) => unknown
  /** Called for each connection before anything is read. */
  readonly onConnection?: (socket: Socket) => void
  /** Called when the head of a request is there and its body is not. */
  readonly onHead?: (socket: Socket) => void
}

/** A server without an HTTP implementation, which counts its requests, executions and connections. */
export interface RawServer {
  readonly url: string
  readonly counted: { requests: number; executions: number; connections: number }
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

export async function startRawServer(plan: RawServerPlan): Promise<RawServer> {
  const counted = { requests: 0, executions: 0, connections: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    counted.connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    plan.onConnection?.(socket)
    let received = ''
    let headSeen = false
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      const head = received.indexOf('\r\n\r\n')
      if (head < 0) return
      if (!headSeen) {
        headSeen = true
        plan.onHead?.(socket)
      }
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
      if (socket.destroyed || received.length < head + 4 + length) return
      const text = received
      received = ''
      headSeen = false
      counted.requests += 1
      if (plan.onRequest?.({ number: counted.requests, text, socket }) !== 'refused') counted.executions += 1
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${address.port}`, counted, close, [Symbol.asyncDispose]: close }
}

export function response(
  status: number,
  { body = '', headers = {} }: { body?: string; headers?: Record<string, string> } = {},
): string {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers }).map(
    ([n, v]) => `${n}: ${v}\r\n`,
  )
  return `HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n${body}`
}
