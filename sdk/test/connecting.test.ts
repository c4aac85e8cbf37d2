import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { createWorkflowClient, type WorkflowClientOptions } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { response, startRawServer } from './raw-server.ts'
import { TRANSPORTS } from './transports.ts'

function run(url: string, transport: WorkflowClientOptions['transport']) {
  const client = createWorkflowClient({ baseUrl: url, apiKey: 'canary', random: () => 0, logLevel: 'off', transport })
  return client.run('flow').catch((error: unknown) => error)
}

test.each(TRANSPORTS)('names the protocol error of a port that does not speak HTTP, over $over', async ({ transport }) => {
  await using server = await startRawServer({ onConnection: (socket) => socket.once('data', () => socket.end('SSH-2.0-x\r\n')) })
  expect(await run(server.url, transport)).toMatchObject({
    ...{ name: 'APIConnectionError', mayHaveRun: true },
    message: expect.stringMatching(/ after 0 s \(Response does not match the HTTP\/1\.1 protocol/),
  })
})

describe.each(TRANSPORTS)('A TLS handshake over $over', ({ transport }) => {
  test('with a port without TLS sends nothing, and is not repeated', async () => {
    await using server = await startRawServer({ onConnection: (socket) => socket.once('data', () => socket.end(response(400))) })
    expect(await run(server.url.replace('http', 'https'), transport)).toMatchObject({
      ...{ name: 'APIConnectionError', mayHaveRun: false },
      message: `Cannot run workflow flow: the request could not be sent to ${new URL(server.url).host} (ERR_SSL_WRONG_VERSION_NUMBER)`,
    })
    expect(server.counted.connections).toBe(1)
  })

  test('that the server interrupts sends nothing, and is repeated', async () => {
    await using server = await startRawServer({ onConnection: (socket) => socket.once('data', () => socket.end()) })
    expect(await run(server.url.replace('http', 'https'), transport)).toMatchObject({
      name: 'APIConnectionError',
      mayHaveRun: false,
    })
    expect(server.counted.connections).toBe(3)
  })
})

interface ProxyRun {
  readonly name: string
  readonly message: string
  readonly mayHaveRun: boolean
  /** The number of requests for a tunnel that the proxy received. */
  readonly connects: number
}

/** Runs a workflow in a process whose proxy handles CONNECT in a certain way. */
async function runThroughProxy(onConnect: (socket: Duplex) => void, options: string): Promise<ProxyRun> {
  let connects = 0
  const proxy = createServer().on('connect', (_, socket) => {
    connects += 1
    socket.on('error', () => {})
    onConnect(socket)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo

  const script = `
    import { createWorkflowClient } from '@wfhost/sdk'
    import { createNodeTransport } from '@wfhost/sdk/node'
    const fixed = { baseUrl: 'https://flows.example', apiKey: 'canary', random: () => 0, logLevel: 'off' }
    const client = createWorkflowClient({ ...fixed, ${options} })
    const { name, message, mayHaveRun } = await client.run('flow').catch((error) => error)
    process.stdout.write(JSON.stringify({ name, message, mayHaveRun }))`
  const line = ['--conditions=@wfhost/source', '--input-type=module', '-e', script]
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: `http://127.0.0.1:${port}` }
  const { stdout } = await promisify(execFile)(process.execPath, line, { cwd: import.meta.dirname, env, timeout: 15_000 })
  proxy.close()
  return { ...JSON.parse(stdout), connects }
}

const PROXY_CLIENTS = [
  { over: 'fetch', transport: 'undefined', connectsPerAttempt: 3 },
  { over: 'the Node transport', transport: 'createNodeTransport()', connectsPerAttempt: 1 },
]

describe.each(PROXY_CLIENTS)('A proxy of a client over $over', { timeout: 20_000 }, ({ connectsPerAttempt, transport }) => {
  test.each([
    { status: 407, connects: 1 },
    { status: 502, connects: 3 },
  ])('that refuses the tunnel with $status is named in the error, and nothing was sent', async ({ connects, status }) => {
    const refuse = (socket: Duplex) => socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)
    expect(await runThroughProxy(refuse, `transport: ${transport}`)).toEqual({
      name: 'APIConnectionError',
      message: `Cannot run workflow flow: the request could not be sent to flows.example (the proxy responded with ${status})`,
      mayHaveRun: false,
      connects,
    })
  })

  test.each([
    { how: 'resets', close: (socket: Duplex) => void socket.destroy() },
    { how: 'ends', close: (socket: Duplex) => void socket.end() },
    { how: 'ends in a status line', close: (socket: Duplex) => void socket.end('HTTP/1.1 200') },
  ])('that $how each tunnel receives a limited number of requests', async ({ close }) => {
    expect(await runThroughProxy(close, `transport: ${transport}`)).toEqual({
      name: 'APIConnectionError',
      message: 'Cannot run workflow flow: the request could not be sent to flows.example (the proxy closed the connection)',
      mayHaveRun: false,
      connects: 3 * connectsPerAttempt,
    })
  })

  test('that closes each tunnel late receives no request after the time limit of the call', async () => {
    const close = (socket: Duplex) => void setTimeout(() => socket.destroy(), 400)
    const { connects, mayHaveRun, name } = await runThroughProxy(close, `timeout: 300, maxRetries: 0, transport: ${transport}`)
    expect({ name, mayHaveRun }).toEqual({ name: 'APITimeoutError', mayHaveRun: false })
    expect(connects).toBeLessThanOrEqual(3)
  })
})
