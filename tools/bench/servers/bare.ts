// The upper limit: node:http, JSON.parse of the body, JSON.stringify of the response, and nothing else.
import { createServer, type IncomingMessage } from 'node:http'
import { operationNamed } from './operations.ts'

const [sync, started, manifest, execute] = ['sync run', 'async run', 'manifest', 'execute'].map(operationNamed)
const [unauthorized, limited] = ['401', '429'].map(operationNamed)
const json = { 'content-type': 'application/json' }
const headers: Readonly<Record<number, Record<string, string>>> = {
  401: { ...json, 'www-authenticate': 'Bearer' },
  429: { ...json, 'retry-after': '60' },
}

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const [first] = chunks
    const whole = chunks.length === 1 ? first : Buffer.concat(chunks)
    const body = whole === undefined || whole.length === 0 ? undefined : JSON.parse(whole.toString())
    const { responseBody, status = 500 } = operationOf(request, body) ?? {}
    const text = JSON.stringify(responseBody)
    response.writeHead(status, { ...(headers[status] ?? json), 'content-length': Buffer.byteLength(text) })
    response.end(text)
  })
}).listen(Number(process.argv[2]), '127.0.0.1')

/** A minimal server: no validation, no state, one response for each operation. */
function operationOf(
  { headers: { authorization, prefer }, url }: IncomingMessage,
  body: { readonly mode?: unknown } | undefined,
) {
  if (!authorization) return unauthorized
  if (prefer === 'code=429') return limited
  if (url === manifest?.path) return manifest
  if (url === execute?.path) return execute
  return body?.mode === 'async' ? started : sync
}
