import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockControl } from '@wfhost/mock-server'
import { worldPlugin } from '@wfhost/mock-server/vite'
import { createWorkflowClient, type Run } from '@wfhost/sdk'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, afterEach, expect, test, vi } from 'vitest'

const folder = await mkdtemp(join(tmpdir(), 'vite-'))
const file = join(folder, 'world.yaml')
const servers: ViteDevServer[] = []

afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))
afterAll(() => rm(folder, { recursive: true }))

function world(result: string): string {
  return `
organizations: [{ id: acme, credits: 7 }]
workspaces: [{ id: support, workflows: [{ flowId: greet, key: my-key, published: true, result: ${result} }] }]
`
}

async function start(
  world: string,
  base = '/',
): Promise<{ readonly server: ViteDevServer; readonly url: string; readonly reports: readonly string[] }> {
  const reports: string[] = []
  const report = (text: string): void => void reports.push(text)
  const customLogger = { info: report, warn: report, error: report, warnOnce: report, clearScreen: report, hasWarned: false }
  const server = await createServer({
    root: folder,
    base,
    configFile: false,
    customLogger: { ...customLogger, hasErrorLogged: () => false },
    server: { port: 0 },
    plugins: [worldPlugin({ world })],
  })
  servers.push(server)
  await server.listen()
  server.printUrls()
  return { server, url: server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '', reports }
}

function greet(url: string): Promise<Run> {
  return createWorkflowClient({ baseUrl: url, apiKey: 'my-key' }).run('greet')
}

test('pages, the API and the inspector have one origin, and the state survives restarts', async () => {
  await writeFile(join(folder, 'index.html'), '<title>The page</title>')
  await writeFile(file, world('Hello'))
  const { server, reports, url } = await start(file)
  expect(await (await fetch(url)).text()).toContain('<title>The page</title>')
  expect((await fetch(`${url}/__mock/`)).headers.get('content-type')).toContain('text/html')
  expect(await greet(url)).toMatchObject({ result: 'Hello' })
  expect(reports.join('\n')).toMatch(/greet +my-key/)
  const control = createMockControl(url)
  await control.setCredits('acme', 3)
  await createWorkflowClient({ baseUrl: url, apiKey: 'undefined' })
    .run('greet')
    .catch(() => {})
  expect(reports.at(-1)).toContain('the key is "undefined", as from a variable that is not set')

  await writeFile(file, world('Good day'))
  await vi.waitFor(async () => expect(await greet(url)).toMatchObject({ result: 'Good day' }), { timeout: 20_000 })
  expect(await control.creditBalance('acme')).toBe(3)

  await server.restart()
  const [again = ''] = server.resolvedUrls?.local ?? []
  expect(await createMockControl(again).creditBalance('acme')).toBe(3)
})

test('prints the URLs of the world, not of pages under a base', async () => {
  await writeFile(file, world('Hello'))
  const { reports, url } = await start(file, '/app/')
  const [, inspector = ''] = /Inspector +(\S+)/.exec(reports.join('\n')) ?? []
  expect(inspector).toBe(`${new URL(url).origin}/__mock/`)
  expect(reports.join('\n')).not.toContain(`${url}/v1`)
  expect(await (await fetch(`${inspector}health`)).json()).toEqual({ status: 'ok' })
})

test('redirects to the inspector if its path has no slash, also below a base', async () => {
  await writeFile(file, world('Hello'))
  for (const base of ['/', '/app/']) {
    const { url } = await start(file, base)
    const { origin } = new URL(url)
    const response = await fetch(`${origin}/__mock`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([308, '__mock/'])
    expect((await fetch(`${origin}/__mock`)).url).toBe(`${origin}/__mock/`)
    expect((await fetch(`${origin}/__mockery`)).status).not.toBe(308)
  }
})

test('redirects to the inspector below the path of another server, in middleware mode', async () => {
  await writeFile(file, world('Hello'))
  const vite = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false },
    plugins: [worldPlugin({ world: file })],
  })
  servers.push(vite)
  const outer = createHttpServer((incoming, outgoing) => {
    // A server such as express removes the path of a middleware from the URL.
    incoming.url = incoming.url?.replace(/^\/tools(?=\/)/, '')
    vite.middlewares(incoming, outgoing)
  })
  await once(outer.listen(0, '127.0.0.1'), 'listening')
  const inspector = `http://127.0.0.1:${Object(outer.address()).port}/tools/__mock`

  const response = await fetch(inspector)
  expect([response.status, response.url]).toEqual([200, `${inspector}/`])
  outer.close()
})

test('reads a relative path from the root of Vite, not from the working directory', async () => {
  expect(process.cwd()).not.toBe(folder)
  await writeFile(join(folder, 'in-root.yaml'), world('Hello from the root'))
  const { url } = await start('./in-root.yaml')
  expect(await greet(url)).toMatchObject({ result: 'Hello from the root' })
})

test('reports a mistake in the world file with its line when Vite starts', async () => {
  const wrong = join(folder, 'wrong.yaml')
  await writeFile(wrong, 'workspaces: 7')
  await expect(start(wrong)).rejects.toThrow(`${wrong}:1: workspaces: expected an array, found 7`)
})
