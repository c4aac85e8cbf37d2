import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { createWorkflowClient } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { response, startRawServer } from './raw-server.ts'

function run(url: string) {
  const client = createWorkflowClient({ baseUrl: url, apiKey: 'canary', random: () => 0, logLevel: 'off' })
  return client.run('flow').catch((error: unknown) => error)
}

test('A port that speaks another protocol is told from a connection that broke', async () => {
  await using server = await startRawServer({ onConnection: (socket) => socket.once('data', () => socket.end('SSH-2.0-x\r\n')) })
  expect(await run(server.url)).toMatchObject({
    ...{ name: 'APIConnectionError', mayHaveRun: true },
    message: expect.stringMatching(/ after 0 s \(Response does not match the HTTP\/1\.1 protocol/),
  })
})

describe('A handshake', () => {
  test('with a port that speaks no TLS leaves nothing sent, and is not repeated', async () => {
    await using server = await startRawServer({ onConnection: (socket) => socket.once('data', () => socket.end(response(400))) })
    expect(await run(server.url.replace('http', 'https'))).toMatchObject({
      ...{ name: 'APIConnectionError', mayHaveRun: false },
      message: `Cannot run workflow flow: the request could not be sent to ${new URL(server.url).host} (ERR_SSL_WRONG_VERSION_NUMBER)`,
    })
    expect(server.counted.connections).toBe(1)
  })

  test('that the other side hangs up in leaves nothing sent, and is repeated', async () => {
    await using server = await startRawServer({ onConnection: (socket) => socket.once('data', () => socket.end()) })
    expect(await run(server.url.replace('http', 'https'))).toMatchObject({ name: 'APIConnectionError', mayHaveRun: false })
    expect(server.counted.connections).toBe(3)
  })
})

const script = `
  import { createWorkflowClient } from '@wfhost/sdk'
  const client = createWorkflowClient({ baseUrl: 'https://flows.example', apiKey: 'canary', random: () => 0, logLevel: 'off' })
  const { name, message, mayHaveRun } = await client.run('flow').catch((error) => error)
  process.stdout.write(JSON.stringify({ name, message, mayHaveRun }))`

test.each([
  { status: 407, asked: 1 },
  { status: 502, asked: 3 },
])(
  'A proxy that refuses the tunnel with $status leaves nothing sent, and is named',
  { timeout: 20_000 },
  async ({ asked, status }) => {
    let connects = 0
    const proxy = createServer().on('connect', (_, socket) => {
      connects += 1
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const env = {
      ...process.env,
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    }
    const line = ['--conditions=@wfhost/source', '--input-type=module', '-e', script]
    const { stdout } = await promisify(execFile)(process.execPath, line, { cwd: import.meta.dirname, env })
    proxy.close()
    expect(JSON.parse(stdout)).toEqual({
      name: 'APIConnectionError',
      message: `Cannot run workflow flow: the request could not be sent to flows.example (the proxy answered ${status})`,
      mayHaveRun: false,
    })
    expect(connects).toBe(asked)
  },
)
