import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'

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

function spawnCommand(line: readonly string[], proxy: string) {
  const program = ['--conditions=@wfhost/source', join(import.meta.dirname, '../src/cli.ts')]
  const env = {
    ...process.env,
    WFHOST_BASE_URL: 'https://behind.the.proxy.test',
    WFHOST_API_KEY: 'canary',
    HTTPS_PROXY: proxy,
    NO_PROXY: '',
  }
  const child = spawn(process.execPath, [...program, ...line], { env })
  return { child, exit: once(child, 'exit'), errorOutput: text(child.stderr) }
}

describe.concurrent('While a proxy does not respond, the program wfhost', () => {
  test.each([
    { signal: 'SIGINT', code: 130 },
    { signal: 'SIGTERM', code: 143 },
    { signal: 'SIGHUP', code: 129 },
  ] as const)('ends a run at $signal', async ({ signal, code }) => {
    await using proxy = await startSilentProxy()
    const { child, errorOutput, exit } = spawnCommand(['run', 'flow'], proxy.url)
    await proxy.arrival

    child.kill(signal)

    expect(await exit).toEqual([code, null])
    expect(await errorOutput).toContain('Cannot run workflow flow')
  })

  test.each([
    { command: 'a run', line: ['run', 'flow', '--timeout', '300', '--max-retries', '0'] },
    { command: 'a batch', line: ['batch', 'flow', '--input', '-', '--total-timeout', '300', '--max-retries', '0'] },
  ])('ends $command at its time limit', async ({ line }) => {
    await using proxy = await startSilentProxy()
    const { child, exit } = spawnCommand(line, proxy.url)

    child.stdin.end('{"n":1}\n')

    expect(await exit).toEqual([6, null])
  })
})
