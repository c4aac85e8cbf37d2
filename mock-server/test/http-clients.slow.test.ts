import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { createMockService, createSampleWorld } from '@wfhost/mock-server'
import { listen, type Refusal } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'

async function open(port: number, bytes: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(bytes)
  return socket
}

const half = 'POST /v1/public/wfhost/execute HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{'

test('disconnects refused clients within two seconds if they stay connected (X4)', { timeout: 15_000 }, async () => {
  const refusals: Refusal[] = []
  const limits = { requestTimeout: 100, bodyBytes: 50 }
  const server = await listen(createMockService(), { limits, onRefusal: (refusal) => refusals.push(refusal) })
  const incomplete = [
    'GET / HTTP/1.1\r\nhost',
    'nonsense\r\n\r\n',
    'GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{',
    half,
  ]
  const sockets = await Promise.all(Array.from({ length: 40 }, (_, index) => open(server.port, incomplete[index % 4] ?? '')))
  const start = performance.now()
  await Promise.all(
    sockets.map((socket) => {
      socket.resume()
      // The server ends its half immediately; only a reset or a closed socket refuses more bytes.
      const writing = setInterval(() => socket.write('x'), 100)
      return new Promise((resolve) => socket.once('close', resolve)).finally(() => clearInterval(writing))
    }),
  )
  expect(performance.now() - start).toBeLessThan(7000)
  expect(refusals).toHaveLength(40)
  expect(refusals).toContainEqual({
    status: 413,
    reason: 'The body is too large',
    durationMs: expect.any(Number),
    method: 'POST',
    path: '/v1/public/wfhost/execute',
  })
  await server.close()
})

test('disconnects a client that does not read a large response, and sends all of it to a client that reads slowly (X4)', async () => {
  const large = 'x'.repeat(32_000_000)
  const server = await listen(async () => new Response(large), { limits: { unreadTimeout: 1000 } })
  const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
  const [silent, slow] = [await open(server.port, request), await open(server.port, request)]
  let read = 0
  slow.on('data', (chunk) => {
    read += chunk.length
    slow.pause()
    setTimeout(() => slow.resume(), 5)
  })
  // The bytes in the buffers of both kernels arrive in any case. The rest does not.
  await new Promise((resolve) => setTimeout(resolve, 4000))
  expect((await text(silent)).length).toBeLessThan(large.length)
  await expect.poll(() => read, { timeout: 20_000 }).toBeGreaterThan(large.length)
  slow.destroy()
  await server.close()
}, 40_000)

test('a server closes within its grace while clients are slow, and cuts off none of their requests (X4)', async () => {
  const server = await listen(createMockService(createSampleWorld()))
  const sockets = await Promise.all(Array.from({ length: 20 }, (_, index) => open(server.port, index % 2 === 0 ? half : 'GET /')))
  let isCut = false
  await server.close({
    gracePeriod: 9000,
    onCutOff: () => {
      isCut = true
    },
  })
  expect(isCut).toBe(false)
  for (const socket of sockets) socket.destroy()
})

test.each([
  ['two thousand headers and more', `host: x\r\n${'a:\r\n'.repeat(2000)}`, 431, 'There are more than 2000 headers'],
  ['no Host', '', 400, 'The request has no header Host, which HTTP/1.1 demands'],
] as const)('refuses a request with %s with a message (D10)', async (_, ...[headers, status, message]) => {
  const server = await listen(createMockService())
  const socket = await open(server.port, `GET /v1/public/wfhost/manifest HTTP/1.1\r\n${headers}\r\n`)
  const response = await text(socket)
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(response.split('\r\n\r\n')[1]).toBe(JSON.stringify({ message }))
  socket.destroy()
  await server.close()
})

test('refuses a client once if it disconnects after its 413 (M4)', async () => {
  const refusals: Refusal[] = []
  const server = await listen(createMockService(), { limits: { bodyBytes: 50 }, onRefusal: (refusal) => refusals.push(refusal) })
  const socket = await open(server.port, half)
  await once(socket, 'data')
  socket.end()
  await once(socket, 'close')
  expect(refusals.map(({ status }) => status)).toEqual([413])
  await server.close()
})

test.each([
  ['/api/v2/external/flows/echo/run', 'POST /api/v2/external/flows/{flowId}/published-run'],
  ['/v1/public/wfhost/manifests', 'GET /v1/public/wfhost/manifest'],
  ['/v1/public/other/execute', 'POST /v1/public/wfhost/execute'],
])('the response to the path %s suggests %s (M16)', async (path, meant) => {
  const response = await createMockService().fetch(`http://localhost${path}`)
  expect(await response.json()).toEqual({ message: `No operation is at ${path}; the document has ${meant}` })
})
