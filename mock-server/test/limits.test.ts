import { connect } from 'node:net'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'
import { answerTo } from './answer-to.ts'

const path = '/api/v2/external/flows/echo/published-run'
const headers = { authorization: `Bearer ${sampleKeys.workflows.echo}`, 'content-type': 'application/json' }
const limits = { bodyBytes: 5000, headerBytes: 4096, urlCharacters: 1000, requestMs: 300, connections: 3 }

test('each excess has its own answer, and none is a 500', async () => {
  const server = await listen(createMockService(createSampleWorld()), { limits })
  const post = (body: BodyInit, more: RequestInit = {}): Promise<Response> =>
    fetch(server.url + path, { method: 'POST', headers, body, ...more })
  expect((await post(JSON.stringify({ args: [{ name: 'text', value: 'x'.repeat(4000) }] }))).status).toBe(200)
  expect((await post('x'.repeat(6000))).status).toBe(413)
  const chunked = new Blob(['x'.repeat(6000)]).stream()
  expect((await post(chunked, { duplex: 'half' } as RequestInit)).status).toBe(413)
  expect((await fetch(`${server.url}/${'x'.repeat(1001)}`)).status).toBe(414)
  const beyondHeaders = await fetch(`${server.url}/${'x'.repeat(5000)}`)
  expect([beyondHeaders.status, await beyondHeaders.json()]).toEqual([414, { message: 'The target is too long' }])
  expect((await fetch(server.url, { headers: { 'x-large': 'x'.repeat(5000) } })).status).toBe(431)
  expect((await post(`{"args":[{"name":"list","value":${'['.repeat(501)}${']'.repeat(501)}}]}`)).status).toBe(400)
  await server.close()
})

test('who sends far more than may be sent still reads why it was refused', async () => {
  const server = await listen(createMockService(createSampleWorld()), { limits: { bodyBytes: limits.bodyBytes } })
  for (let round = 0; round < 10; round += 1) {
    const response = await fetch(server.url + path, { method: 'POST', headers, body: 'x'.repeat(20_000_000) })
    expect([response.status, await response.json()]).toEqual([413, { message: 'The body is too large' }])
  }
  await server.close()
})

test('a request that does not come to its end is a 408', async () => {
  const server = await listen(createMockService(createSampleWorld()), { limits })
  for (const sent of [
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConte`,
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers.authorization}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`,
  ]) {
    expect(await answerTo(server.port, sent)).toMatch(/^HTTP\/1\.1 408 /)
  }
  await server.close()
})

test('further connections are closed, and the server goes on', async () => {
  const server = await listen(createMockService(createSampleWorld()), { limits })
  const open = Array.from({ length: 3 }, () => connect(server.port, '127.0.0.1'))
  await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  await expect(fetch(server.url)).rejects.toThrow()
  for (const socket of open) socket.destroy()
  await expect
    .poll(() =>
      fetch(server.url)
        .then(({ status }) => status)
        .catch(() => 0),
    )
    .toBe(404)
  await server.close()
})
