import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import module from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createMockControl, sampleKeys } from '@wfhost/mock-server'
import { afterEach, expect, test, vi } from 'vitest'
import { at, run } from './call-api.ts'
import { endCommands, serveCommand, startCommand, urlOf } from './start-command.ts'

// Each test starts processes, on machines that may be busy.
vi.setConfig({ testTimeout: 30_000 })

afterEach(endCommands)

const { workflows } = sampleKeys

test('--json prints one line with the URL, the process, the keys and the access to the control surface', async () => {
  const { child, out, reports } = await serveCommand()
  expect(reports).toMatchObject({ pid: child.pid, control: 'open to this machine' })
  expect(reports.keys).toContainEqual({ name: 'echo', kind: 'workflow', key: workflows.echo })
  expect((await run(at(reports.url), { flowId: 'echo', key: workflows.echo })).status).toBe(200)
  expect(out().trimEnd().split('\n')).toHaveLength(1)
  const guarded = await serveCommand('--host', '::1', '--token', 'a-secret-token')
  expect(guarded.reports.url).toMatch(/^http:\/\/\[::1\]:\d+$/)
  expect(guarded.reports.control).toBe('open to clients with the token')
  expect(guarded.out()).not.toContain('a-secret-token')
})

test('a killed server leaves its compile cache to the next server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wfhost-compiled-'))
  vi.stubEnv('NODE_COMPILE_CACHE', folder)
  const { child, ended } = await serveCommand()
  vi.unstubAllEnvs()
  child.kill('SIGKILL')
  await ended
  const kept = await readdir(folder, { recursive: true })
  // Node 20 keeps nothing.
  expect(kept.length > 50).toBe(module.flushCompileCache !== undefined)
  await rm(folder, { recursive: true })
})

test('--open shows the inspector in a browser, or prints its URL if no browser starts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wfhost-open-'))
  const opened = join(folder, 'opened')
  for (const name of ['xdg-open', 'open'])
    await writeFile(join(folder, name), `#!/bin/sh\necho "$1" > ${opened}`, { mode: 0o755 })
  vi.stubEnv('PATH', folder)
  const { reports } = await serveCommand('--open')
  const page = `${reports.url}/__mock/`
  await vi.waitFor(async () => expect(await readFile(opened, 'utf8')).toBe(`${page}\n`), { timeout: 20_000 })
  expect((await fetch(page)).headers.get('content-type')).toBe('text/html; charset=utf-8')
  vi.stubEnv('PATH', join(folder, 'nothing'))
  const without = startCommand('--port', '0', '--open')
  await vi.waitFor(() => expect(without.err()).toMatch(/Cannot open a browser: .*; the page is at http:.*\/__mock\/$/m), {
    timeout: 20_000,
  })
  expect(without.out()).toMatch(/^Inspector {2}http:.*\/__mock\/$/m)
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

async function logOf(...args: readonly string[]) {
  const served = await serveCommand(...args)
  const { url } = served.reports
  const path = '/api/v2/external/flows/echo/published-run'
  const post = (headers: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{"args":[]}' })
  await run(at(url), { flowId: 'echo', key: workflows.slow })
  await run(at(url), { flowId: workflows.echo, key: 'wrong-key-of-somebody' })
  for (const authorization of [undefined, 'Bearer undefined', workflows.echo, 'Bearer ']) {
    await post(authorization === undefined ? {} : { authorization })
  }
  await fetch(url + path, { method: 'OPTIONS', headers: { origin: 'http://page.test', 'access-control-request-method': 'POST' } })
  await run(at(url), { flowId: 'charge-card', key: workflows['charge-card'], args: { amount: 5 } })
  await run(at(url), { flowId: 'slow', key: workflows.slow })
  await run(at(url), { flowId: 'charge-card', key: workflows['charge-card'], args: { amount: 5 }, mode: 'async' })
  for (const flowId of ['ehco', 'undefined', '[object Object]']) await run(at(url), { flowId, key: workflows.echo })
  await run(at(url), { flowId: 'echo', key: workflows.echo, args: { txet: 'a' } })
  await fetch(`${url}/${'x'.repeat(9000)}`)
  await fetch(`${url}/a%1B%5B31mb`)
  await expect.poll(served.err).toContain('No operation is at')
  const lines = served.err().trimEnd().split('\n')
  for (const key of [...Object.values(workflows), 'wrong-key-of-somebody']) expect(served.err()).not.toContain(key)
  return lines
}

test('prints one line with a remedy for each failed request (M4), without keys and control characters (X7)', async () => {
  const rejected = 'runPublishedWorkflow KEY-INVALID,KEY-REGENERATED: The API key is missing or invalid'
  const post = 'POST /api/v2/external/flows/echo/published-run'
  const lines = await logOf()
  expect(lines.every((line) => /^\d\d:\d\d:\d\d [ -~]*$/.test(line))).toBe(true)
  expect(lines.map((line) => line.slice(9))).toEqual([
    `403 ${post} runPublishedWorkflow KEY-SCOPE: The API key has no access to this workflow; that is the key of workflow slow; the inspector and wfhost-mock ctl key echo show the one that is needed`,
    `401 POST /api/v2/external/flows/[key of workflow echo]/published-run ${rejected}; nothing here has that key; the server prints its keys when it starts`,
    `401 ${post} ${rejected}; there is no header Authorization: send "Authorization: Bearer <key>"`,
    `401 ${post} ${rejected}; the key is "undefined", as from a variable that is not set`,
    `401 ${post} ${rejected}; the header Authorization has to begin with "Bearer "`,
    `401 ${post} ${rejected}; the header Authorization has to begin with "Bearer "`,
    '405 OPTIONS /api/v2/external/flows/echo/published-run: runPublishedWorkflow requires POST, found OPTIONS; a page of another origin requests permission: start the server with --cors',
    expect.stringMatching(
      /^200 POST \/api\/v2\/external\/flows\/charge-card\/published-run runPublishedWorkflow: failed at step charge with CardDeclined: The card was declined for 5$/,
    ),
    expect.stringMatching(
      /^run run_\w+ of workflow charge-card: failed at step charge with CardDeclined: The card was declined for 5$/,
    ),
    '404 POST /api/v2/external/flows/ehco/published-run runPublishedWorkflow FLOW-UNKNOWN,FLOW-UNPUBLISHED,FLOW-ARCHIVED: No published workflow has this flowId; did you mean "echo"?',
    ...['undefined', '%5Bobject%20Object%5D'].map(
      (flowId) =>
        `404 POST /api/v2/external/flows/${flowId}/published-run runPublishedWorkflow FLOW-UNKNOWN,FLOW-UNPUBLISHED,FLOW-ARCHIVED: No published workflow has this flowId; the path contains "${flowId}", as from a variable that is not set`,
    ),
    expect.stringMatching(/^400 POST .* runPublishedWorkflow .*found "txet"; did you mean "text"\?$/),
    expect.stringMatching(/^414 GET \/x+: The target is too long$/),
    '404 GET /a%1B%5B31mb: No operation is at /a%1B%5B31mb',
  ])
})

test('--log-format json writes the same as members, --verbose logs every request, and --quiet logs none', async () => {
  const lines = (await logOf('--log-format', 'json')).map((line): unknown => JSON.parse(line))
  expect(lines).toHaveLength(15)
  expect(lines[0]).toMatchObject({
    time: expect.any(String),
    level: 'info',
    status: 403,
    operation: 'runPublishedWorkflow',
    reason: expect.any(String),
    hint: 'that is the key of workflow slow; the inspector and wfhost-mock ctl key echo show the one that is needed',
  })
  const verbose = await serveCommand('--verbose')
  await run(at(verbose.reports.url), { flowId: 'echo', key: workflows.echo })
  await expect
    .poll(verbose.err)
    .toMatch(/^\S+ 200 POST \/api\/v2\/external\/flows\/echo\/published-run runPublishedWorkflow in \d+ ms\n$/)
  const quiet = await serveCommand('--quiet', '--verbose')
  await run(at(quiet.reports.url), { flowId: 'echo', key: 'wrong' })
  expect(quiet.err()).toBe('')
})

test('a token from the environment opens the control surface', async () => {
  vi.stubEnv('WFHOST_MOCK_TOKEN', 'from-the-environment')
  const { reports } = await serveCommand()
  vi.unstubAllEnvs()
  expect(reports.control).toBe('open to clients with the token')
  await expect(createMockControl(reports.url).faults()).rejects.toThrow('The control surface needs its token')
  expect(await createMockControl(reports.url, { token: 'from-the-environment' }).faults()).toEqual([])
})

test('other machines can read health and readiness, and the rest only with a token (X1, M16)', async () => {
  const started = await Promise.all([
    serveCommand('--host', '0.0.0.0'),
    serveCommand('--host', '0.0.0.0', '--token', 'secret-token'),
  ])
  const [closed = '', open = ''] = started.map(({ reports }) => reports.url)
  expect(closed).toMatch(/^http:\/\/127\.0\.0\.1:/)
  const statuses = async (url: string, headers = {}): Promise<number[]> =>
    Promise.all(
      ['health', 'ready', 'openapi.json'].map(async (path) => (await fetch(`${url}/__mock/${path}`, { headers })).status),
    )
  expect(await statuses(closed)).toEqual([200, 200, 404])
  await expect(createMockControl(closed).faults()).rejects.toThrow('the server needs a --token')
  expect(await statuses(open)).toEqual([200, 200, 403])
  expect(await statuses(open, { authorization: 'Bearer secret-token' })).toEqual([200, 200, 200])
})

test('while it shuts down, new connections are refused, and a second signal ends it immediately', async () => {
  const { child, reports } = await serveCommand()
  await fetch(`${reports.url}/__mock/operations/addFault`, { method: 'POST', body: '{"kind":"hang"}' })
  // A connection that is busy stays open while the server drains.
  const hanging = run(at(reports.url), { flowId: 'echo', key: workflows.echo }).catch(() => undefined)
  await expect
    .poll(async () => (await fetch(`${reports.url}/__mock/operations/faults`, { method: 'POST' })).text())
    .toContain('"matched":1')
  child.kill('SIGINT')
  await expect.poll(() => fetch(reports.url).catch(() => 'closed')).toBe('closed')
  expect(child.exitCode).toBeNull()
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([130, null])
  await hanging
})

test('--tls-cert and --tls-key serve https', async () => {
  const { reports } = await serveCommand('--tls-cert', pem('cert'), '--tls-key', pem('key'))
  expect(reports.url).toMatch(/^https:/)
  const ca = await readFile(pem('cert'))
  expect(await statusOf((response) => request(`${reports.url}/__mock/openapi.json`, { ca }, response))).toBe(200)
})

test('a command that cannot listen ends, although it watches a file', async () => {
  const world = fileURLToPath(new URL('../examples/worlds/support-desk.yaml', import.meta.url))
  const { ended } = startCommand('--port', '0', '--world', world, '--host', 'no.such.host.invalid')
  expect(await ended).toEqual([1, null])
})

type ReceivedResponse = (response: { readonly statusCode?: number | undefined; resume(): unknown }) => void

function statusOf(
  ask: (response: ReceivedResponse) => { on(event: 'error', listener: (error: Error) => void): { end(): void } },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    ask((response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

test('a server continues without a reader of its output, and ends normally', async () => {
  const command = startCommand('--port', '0')
  const url = await urlOf(command)
  command.child.stdout?.destroy()
  expect((await run(at(url), { flowId: 'echo', key: workflows.echo })).status).toBe(200)
  const exit = once(command.child, 'exit')
  command.child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

function pem(name: string): string {
  return fileURLToPath(new URL(`tls/${name}.pem`, import.meta.url))
}

test('a command that follows requests ends when its reader ends, as with head', async () => {
  const { reports } = await serveCommand()
  const { child, ended, out } = startCommand('ctl', '--url', reports.url, 'requests', '--follow')
  await expect
    .poll(async () => {
      await fetch(`${reports.url}/health-of-nothing`)
      return out()
    })
    .toContain('/health-of-nothing')
  child.stdout?.destroy()
  const asking = setInterval(() => void fetch(`${reports.url}/health-of-nothing`).catch(() => {}), 50)
  expect(await ended).toEqual([141, null])
  clearInterval(asking)
})
