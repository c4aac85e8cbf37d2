import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { endCommands, serveCommand, startCommand, urlOf } from './start-command.ts'

// Each test starts processes, on machines that may be busy.
vi.setConfig({ testTimeout: 60_000 })

afterEach(endCommands)

const manifest = JSON.stringify({ executeUrl: 'http://127.0.0.1:9/execute', toolsets: [] })

/** Opens a registry that responds when the test calls `respond`. Returns it with the arguments of a server that reads it at startup. */
async function openSlowRegistry() {
  const waiting: ServerResponse[] = []
  const registry = createServer((_request, response) => void waiting.push(response))
  const folder = await mkdtemp(join(tmpdir(), 'ready-'))
  const file = join(folder, 'world.yaml')
  const manifestUrl = `http://127.0.0.1:${await portOf(registry)}/v1/public/wfhost/manifest`
  const entry = `{ name: Elsewhere, apiKey: key-elsewhere, manifestUrl: "${manifestUrl}" }`
  await writeFile(file, `workspaces: [{ id: w, workflows: [{ flowId: f, result: 1 }], registries: [${entry}] }]`)
  const free = createServer()
  const port = await portOf(free)
  await new Promise((resolve) => free.close(resolve))
  onTestFinished(async () => {
    registry.closeAllConnections()
    registry.close()
    await rm(folder, { recursive: true })
  })
  return {
    args: ['--world', file, '--port', String(port)],
    url: `http://127.0.0.1:${port}`,
    received: () => expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(1),
    /** Resolves when the server has the whole response. */
    respond: async (status: number) => {
      const [response] = waiting.splice(0)
      if (response === undefined) throw new Error('The registry received no request')
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(manifest)
      await once(response, 'close')
    },
  }
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function probe(url: string, path: 'health' | 'ready'): Promise<readonly [number, unknown]> {
  const response = await fetch(`${url}/__mock/${path}`)
  return [response.status, await response.json()]
}

test('a server is healthy but not ready until it has read the registries of its world', async () => {
  const registry = await openSlowRegistry()
  const { out, printed } = startCommand(...registry.args)
  await registry.received()
  expect(await probe(registry.url, 'ready')).toEqual([
    503,
    { status: 'loading', waitingFor: ['registry "Elsewhere" of workspace "w"'] },
  ])
  expect(await probe(registry.url, 'health')).toEqual([200, { status: 'ok' }])
  expect(out()).toBe('')
  await registry.respond(200)
  await expect.poll(() => probe(registry.url, 'ready')).toEqual([200, { status: 'ready' }])
  await expect.poll(printed).toContain(registry.url)
})

test('text of a world file controls neither the terminal nor the log of a CI service (X7)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ready-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'world.yaml')
  const registry = '{ name: "x\\e[31m\\n::add-mask::y", apiKey: k, manifestUrl: "http://127.0.0.1:9/" }'
  await writeFile(file, `workspaces: [{ id: w, workflows: [{ flowId: f, result: 1 }], registries: [${registry}] }]`)
  const command = startCommand('--world', file, '--port', '0')
  await urlOf(command)
  await expect.poll(command.err).toContain('Cannot synchronize registry')
  await writeFile(file, 'workspaces: [{ id: w, "\\e[31m\\n::error::z": 1 }]')
  await expect.poll(command.err).toContain('Not reloaded')
  expect(command.err()).toContain('add-mask')
  expect(command.err()).not.toMatch(/\p{Cc}(?<!\n)|^\s*::/mu)
})

test('reports a registry that refuses the request, and becomes ready without it', async () => {
  const registry = await openSlowRegistry()
  const { err } = startCommand(...registry.args)
  await registry.received()
  await registry.respond(500)
  await expect.poll(() => probe(registry.url, 'ready')).toEqual([200, { status: 'ready' }])
  expect(err()).toMatch(/^Cannot synchronize registry "Elsewhere": the registry responded with 500/)
})

test('a signal ends a server that still loads, and it never reports that it is ready', async () => {
  const registry = await openSlowRegistry()
  const { child, ended, out } = startCommand(...registry.args)
  await registry.received()
  const ready = startProbe(registry.url, 'ready')
  await ready.begun
  expect(await probe(registry.url, 'ready')).toMatchObject([503, { status: 'loading' }])
  child.kill('SIGTERM')
  await expect.poll(out).toBe('Stopped by SIGTERM\n')
  await registry.respond(200)
  expect(await ready.end()).toContain('{"status":"draining"}')
  expect(await ended).toEqual([0, null])
  expect(out()).toBe('Stopped by SIGTERM\n')
})

test.each([
  { how: 'in one process', args: [] },
  { how: 'behind a guard', args: ['guard'] },
])('a draining server $how reports to open connections that it is not ready, and refuses new ones', async ({ args }) => {
  const command = startCommand(...args, '--port', '0')
  const url = await urlOf(command)
  const probes = ['health', 'ready'].map((path) => startProbe(url, path))
  // Each has begun, so that the server has to wait for its end.
  await Promise.all(probes.map(({ begun }) => begun))
  expect(await probe(url, 'ready')).toEqual([200, { status: 'ready' }])
  command.child.kill('SIGTERM')
  await expect.poll(command.printed).toContain('Stopped by SIGTERM')
  await expect.poll(() => fetch(url).then(String, () => 'refused')).toBe('refused')
  const [health, ready] = await Promise.all(probes.map(({ end }) => end()))
  expect(health).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(health).toContain('{"status":"ok"}')
  expect(ready).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/)
  expect(ready).toContain('{"status":"draining"}')
  expect(ready).toMatch(/\r\nconnection: close\r\n/i)
  expect(await command.ended).toEqual([0, null])
})

test('a HEAD probe returns the status without a body, and POST is not a probe', async () => {
  const { reports } = await serveCommand()
  for (const path of ['health', 'ready']) {
    const head = await fetch(`${reports.url}/__mock/${path}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await fetch(`${reports.url}/__mock/${path}`, { method: 'POST' })).status).toBe(404)
  }
})

/** Starts a probe: sends its head without the last line. `end` sends the last line. */
function startProbe(url: string, path: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const response = text(socket)
  return {
    begun: new Promise<void>((resolve) => {
      socket.write(`GET /__mock/${path} HTTP/1.1\r\nhost: ${hostname}\r\n`, () => resolve())
    }),
    end: (): Promise<string> => {
      socket.write('\r\n')
      return response
    },
  }
}
