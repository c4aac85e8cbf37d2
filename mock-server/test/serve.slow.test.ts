import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sampleKeys } from '@wfhost/mock-server'
import { afterEach, expect, test, vi } from 'vitest'
import { endCommands, serveCommand, startCommand, urlOf } from './start-command.ts'

const world = fileURLToPath(new URL('../../examples/worlds/support-desk.yaml', import.meta.url))

// Each test starts processes, on machines that may be busy.
vi.setConfig({ testTimeout: 30_000 })

afterEach(endCommands)

function run(url: string, { flowId, key }: { readonly flowId: string; readonly key: string }): Promise<Response> {
  return fetch(`${url}/api/v2/external/flows/${flowId}/published-run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"args":[]}',
  })
}

const { workflows } = sampleKeys

test('--json tells in one line where it is, its process, its keys and who may control it', async () => {
  const { child, out, told } = await serveCommand()
  expect(told).toMatchObject({ pid: child.pid, control: 'open to this machine' })
  expect(told.keys).toContainEqual({ name: 'echo', kind: 'workflow', key: workflows.echo })
  expect((await run(told.url, { flowId: 'echo', key: workflows.echo })).status).toBe(200)
  expect(out().trimEnd().split('\n')).toHaveLength(1)
  const guarded = await serveCommand('--host', '::1', '--token', 'a-secret-token')
  expect(guarded.told.url).toMatch(/^http:\/\/\[::1\]:\d+$/)
  expect(guarded.told.control).toBe('open to clients with the token')
  expect(guarded.out()).not.toContain('a-secret-token')
})

test('requests that fail are told with status, operation, requirement and reason, and no key', async () => {
  const [text, json, quiet] = await Promise.all([serveCommand(), serveCommand('--log', 'json'), serveCommand('--quiet')])
  for (const { told } of [text, json, quiet]) {
    await run(told.url, { flowId: 'echo', key: workflows.slow })
    await run(told.url, { flowId: workflows.echo, key: 'wrong-key-of-somebody' })
    await run(told.url, { flowId: 'slow', key: workflows.slow })
    await fetch(`${told.url}/${'x'.repeat(9000)}`)
  }
  await expect.poll(text.err).toContain('414')
  expect(text.err().trimEnd().split('\n')).toEqual([
    expect.stringMatching(
      /^403 POST \/api\/v2\/external\/flows\/echo\/published-run runPublishedWorkflow [\w,-]*KEY-SCOPE[\w,-]*: .+$/,
    ),
    expect.stringMatching(
      /^401 POST \/api\/v2\/external\/flows\/\[key of workflow echo\]\/published-run runPublishedWorkflow [\w,-]*KEY-INVALID/,
    ),
    '414 The target is too long',
  ])
  await expect.poll(json.err).toContain('414')
  const lines = json
    .err()
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatchObject({ level: 'info', status: 403, operation: 'runPublishedWorkflow', reason: expect.any(String) })
  for (const { err } of [text, json]) {
    for (const key of [...Object.values(workflows), 'wrong-key-of-somebody']) expect(err()).not.toContain(key)
  }
  expect(quiet.err()).toBe('')
})

test('health and readiness are for everybody, and the rest for those who may control', async () => {
  const started = await Promise.all([
    serveCommand('--host', '0.0.0.0'),
    serveCommand('--host', '0.0.0.0', '--token', 'secret-token'),
  ])
  const statuses = started.map(async ({ told }) => {
    const url = told.url.replace('0.0.0.0', '127.0.0.1')
    const paths = ['health', 'ready', 'openapi.json']
    return Promise.all(paths.map(async (path) => (await fetch(`${url}/__mock/${path}`)).status))
  })
  expect(await Promise.all(statuses)).toEqual([
    [200, 200, 404],
    [200, 200, 403],
  ])
  const url = started[1]?.told.url.replace('0.0.0.0', '127.0.0.1')
  const headers = { authorization: 'Bearer secret-token' }
  expect((await fetch(`${url}/__mock/openapi.json`, { headers })).status).toBe(200)
})

test('a signal lets the request under way end, and the exit code is 0', async () => {
  const { child, told } = await serveCommand()
  const answer = run(told.url, { flowId: 'slow', key: workflows.slow })
  await expect
    .poll(async () => (await fetch(`${told.url}/__mock/operations/runs`, { method: 'POST' })).text())
    .toContain('running')
  child.kill('SIGTERM')
  expect(await (await answer).json()).toMatchObject({ status: 'success', result: 'worth the wait' })
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('while it drains nobody new is let in, and a second signal ends it at once', async () => {
  const { child, told } = await serveCommand()
  await fetch(`${told.url}/__mock/operations/addFault`, { method: 'POST', body: '{"kind":"hang"}' })
  // A connection that is busy stays open while the server drains.
  const hanging = run(told.url, { flowId: 'echo', key: workflows.echo }).catch(() => undefined)
  await expect
    .poll(async () => (await fetch(`${told.url}/__mock/operations/faults`, { method: 'POST' })).text())
    .toContain('"met":1')
  child.kill('SIGINT')
  await expect.poll(() => fetch(told.url).catch(() => 'closed')).toBe('closed')
  expect(child.exitCode).toBeNull()
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([130, null])
  await hanging
})

test('--socket, --tls-cert and --tls-key serve as they say', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'serve-'))
  const socket = join(folder, 'mock.sock')
  const [bySocket, byTls] = await Promise.all([
    serveCommand('--socket', socket),
    serveCommand('--tls-cert', pem('cert'), '--tls-key', pem('key')),
  ])
  expect(bySocket.told).toMatchObject({ url: 'http://localhost', socket })
  expect(await statusOf((answered) => plainRequest({ socketPath: socket, path: '/__mock/openapi.json' }, answered))).toBe(200)
  expect(byTls.told.url).toMatch(/^https:/)
  const ca = await readFile(pem('cert'))
  expect(await statusOf((answered) => request(`${byTls.told.url}/__mock/openapi.json`, { ca }, answered))).toBe(200)
  bySocket.child.kill('SIGTERM')
  await once(bySocket.child, 'exit')
  await expect(stat(socket)).rejects.toThrow('ENOENT')
  await rm(folder, { recursive: true })
})

test.each([
  [['--tls-cert', 'a.pem'], 2, 'Cannot use --tls-cert alone: give its key with --tls-key'],
  [['--tls-key', 'a.pem'], 2, 'Cannot use --tls-key alone: give the certificate with --tls-cert'],
  [['--tls-cert', '/no/a.pem', '--tls-key', '/no/b.pem'], 1, 'Cannot read /no/a.pem: ENOENT'],
  [['--log', 'xml'], 2, 'Cannot log as "xml": expected text or json'],
  [
    ['--host', 'no.such.host.invalid'],
    1,
    'Cannot listen on no.such.host.invalid:0: "no.such.host.invalid" is no address of this machine',
  ],
  // A file that is followed keeps nothing alive.
  [
    ['--world', world, '--host', 'no.such.host.invalid'],
    1,
    'Cannot listen on no.such.host.invalid:0: "no.such.host.invalid" is no address of this machine',
  ],
] as const)('what cannot be served is one clear line: %j', async (...[args, code, expected]) => {
  const { ended, printed } = startCommand('--port', '0', ...args)
  expect(await ended).toEqual([code, null])
  expect(printed()).toBe(`wfhost-mock: ${expected}\n`)
})

type Answered = (answer: { readonly statusCode?: number | undefined; resume(): unknown }) => void

function statusOf(
  ask: (answered: Answered) => { on(event: 'error', listener: (error: Error) => void): { end(): void } },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    ask((answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

test('a server goes on when nobody reads its output, and ends as it should', async () => {
  const command = startCommand('--port', '0')
  const url = await urlOf(command)
  command.child.stdout?.destroy()
  expect((await run(url, { flowId: 'echo', key: workflows.echo })).status).toBe(200)
  const exit = once(command.child, 'exit')
  command.child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

function pem(name: string): string {
  return fileURLToPath(new URL(`tls/${name}.pem`, import.meta.url))
}
