import { connect } from 'node:net'

/** What came on a connection, and how it ended. */
export interface RawExchange {
  readonly text: string
  readonly end: 'closed' | 'reset' | 'left'
}

/** Runs the workflow `echo` on a connection of its own. A server that says nothing is left once `leave` says so. */
export function rawExchange(
  baseUrl: string,
  { key, leave }: { readonly key: string; readonly leave: () => Promise<unknown> },
): Promise<RawExchange> {
  const { hostname, pathname, port } = new URL(baseUrl)
  const body = '{"args":[{"name":"text","value":"as it is, Zoë"}]}'
  const head = [
    `POST ${pathname}/api/v2/external/flows/echo/published-run HTTP/1.1`,
    'host: mock.test',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const ended = (end: RawExchange['end']): void => resolve({ text: withoutDate(Buffer.concat(chunks).toString('latin1')), end })
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => ended('reset'))
    socket.on('end', () => ended('closed'))
    void leave().then(() => {
      socket.destroy()
      ended('left')
    })
  })
}

function withoutDate(text: string): string {
  return text.replace(/^date: .*\r\n/gim, '')
}
