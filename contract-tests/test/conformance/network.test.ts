import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Server } from 'node:net'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { runCommandLine } from '../../proof/contract-server.ts'
import { openFolder, openWorld } from '../for-one-test.ts'

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))

test('a server with a certificate of a private authority is checked only with caFile', async () => {
  const authority = fileURLToPath(new URL('../../../mock-server/test/tls/cert.pem', import.meta.url))
  const tls = {
    cert: await readFile(authority),
    key: await readFile(fileURLToPath(new URL('../../../mock-server/test/tls/key.pem', import.meta.url))),
  }
  const world = await openWorld()
  const secured = createTlsServer(tls, (request, response) => {
    void forward(world.url, { request, response })
  })
  const config = { ...world.config, baseUrl: `https://localhost:${await listen(secured)}` }
  const only = ['run', '--only', 'run-ok,man-content']
  expect(await runProcess([...only, '--ca-file', authority], { config })).toMatchObject({ code: 0 })
  const distrusted = await runProcess(only, { config })
  expect(distrusted.code).toBe(6)
  expect(distrusted.output).toContain('self-signed certificate')
})

test.each([
  [
    'a caFile that is not there',
    '/nowhere/ca.pem',
    'Cannot read /nowhere/ca.pem: the folder /nowhere does not exist. Name a file with',
  ],
  ['a caFile without a certificate', cli, 'has no certificate in PEM'],
])('%s is an error of the configuration', async (_, ...[file, says]) => {
  const result = await runCommandLine(['run', '--base-url', 'https://x.test', '--ca-file', file])
  expect(result).toMatchObject({ code: 2, errors: expect.stringContaining(says) })
})

test('uses the proxy of the environment', async () => {
  const world = await openWorld()
  const requests: string[] = []
  const proxy = createHttpServer((request, response) => {
    requests.push(String(request.url))
    void forward(world.url, { request, response })
  })
  proxy.on('connect', (request, socket) => {
    requests.push(String(request.url))
    const upstream = connect(Number(new URL(world.url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
  })
  const environment = { HTTP_PROXY: `http://127.0.0.1:${await listen(proxy)}` }
  const config = { ...world.config, baseUrl: 'http://behind.the.proxy.test' }
  expect(await runProcess(['run', '--only', 'run-ok'], { config, environment })).toMatchObject({ code: 0 })
  expect(requests.join()).toContain('behind.the.proxy.test')
})

test('refuses a proxy that is not an address, and names its variable without the value', async () => {
  const environment = { HTTPS_PROXY: 'http://user:canary-of-the-proxy@127.0.0.1:99999' }
  const reason = 'expected an http or https address, such as http://proxy.example:8080'
  expect(await runProcess(['plan', '--base-url', 'http://127.0.0.1:1'], { config: {}, environment })).toEqual({
    code: 2,
    output: `Cannot use the proxy of HTTPS_PROXY: ${reason}\n`,
  })
})

test('reports a target that redirects HTTP to HTTPS, and fails no check', async () => {
  const world = await openWorld((service) => ({
    ...service,
    fetch: async (request) => new Response(null, { status: 301, headers: { location: request.url.replace('http:', 'https:') } }),
  }))
  const { code, output } = await runCommandLine(['run'], { config: world.config })
  expect(code).toBe(6)
  expect(output).toContain(`: use ${world.url.replace('http:', 'https:')} as baseUrl`)
  expect(output).toContain('0 failed')
})

test('reports a server that refuses the headers of the suite as not the API, and says how to omit them', async () => {
  const world = await openWorld((service) => ({
    ...service,
    fetch: async (request) => {
      if (!request.headers.has('x-conformance-check')) return service.fetch(request)
      return new Response('<h1>Bad Request</h1>', { status: 400, headers: { 'content-type': 'text/html' } })
    },
  }))
  const refused = await runCommandLine(['run', '--only', 'run-ok'], { config: world.config })
  expect(refused).toMatchObject({ code: 6, output: expect.stringContaining('(--no-trace, or trace: false)') })
  const without = await runCommandLine(['run', '--only', 'run-ok', '--no-trace'], { config: world.config })
  expect(without.code).toBe(0)
})

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function forward(
  to: string,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const { pathname } = new URL(String(request.url), to)
  const headers = new Headers()
  for (const name of ['authorization', 'content-type', 'cookie']) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, String(value))
  }
  const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }
  const received = await fetch(to + pathname, { method: request.method ?? 'GET', headers, ...body })
  response.writeHead(received.status, { 'content-type': received.headers.get('content-type') ?? 'text/plain' })
  response.end(await received.text())
}

/** Runs the command in a new process, because trusted certificates and proxies are settings of a process. */
async function runProcess(
  args: readonly string[],
  { config, environment = {} }: { readonly config: unknown; readonly environment?: Readonly<Record<string, string>> },
): Promise<{ readonly code: number; readonly output: string }> {
  const file = join(await openFolder(), 'target.yaml')
  await writeFile(file, stringify(config))
  const env = { PATH: process.env['PATH'], ...environment }
  const command = ['--conditions=@wfhost/source', cli, ...args, '--config', file]
  const ended = promisify(execFile)(process.execPath, command, { env })
  const {
    code = 0,
    stderr,
    stdout,
  } = await ended.then(
    (streams) => ({ code: 0, ...streams }),
    (error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => error,
  )
  return { code, output: stdout + stderr }
}
