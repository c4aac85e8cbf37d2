import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { exitOf, spawnCommand } from './command-process.ts'

/** A proxy that never responds to CONNECT. */
async function startSilentProxy() {
  const server = createServer()
  const arrival = once(server, 'connect')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrival,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function spawnWithProxy(proxy: string, line: readonly string[]) {
  return spawnCommand(line, 'https://behind.the.proxy.test', { HTTPS_PROXY: proxy, NO_PROXY: '' })
}

describe.concurrent('While a proxy does not respond, the program wfhost', () => {
  test.each([
    { signal: 'SIGINT', code: 130 },
    { signal: 'SIGTERM', code: 143 },
    { signal: 'SIGHUP', code: 129 },
  ] as const)('ends a run at $signal', async ({ signal, code }) => {
    await using proxy = await startSilentProxy()
    const child = spawnWithProxy(proxy.url, ['run', 'flow'])
    await proxy.arrival

    child.kill(signal)

    expect(await exitOf(child)).toBe(code)
    expect(await child.errorOutput).toContain('Cannot run workflow flow')
  })

  test.each([
    { command: 'a run', line: ['run', 'flow', '--timeout', '300', '--max-retries', '0'] },
    { command: 'a batch', line: ['batch', 'flow', '--input', '-', '--total-timeout', '300', '--max-retries', '0'] },
  ])('ends $command at its time limit', async ({ line }) => {
    await using proxy = await startSilentProxy()
    const child = spawnWithProxy(proxy.url, line)

    child.stdin.end('{"n":1}\n')

    expect(await exitOf(child)).toBe(6)
  })
})
