import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Assumptions, sampleKeys } from '@wfhost/mock-server'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { withSteps } from '../../tools/scripts/run-bodies.ts'
import { sendCurl } from '../../tools/scripts/send-curl.ts'
import { at, run } from './call-api.ts'
import { type Command, endCommands, serveCommand, startCommand } from './start-command.ts'

// Each test starts processes, on machines that may be busy.
vi.setConfig({ testTimeout: 30_000 })

afterEach(endCommands)

async function serve(...args: readonly string[]): Promise<Command> {
  const command = startCommand('--port', '0', ...args)
  await expect.poll(command.printed, { timeout: 10_000 }).toContain('/execute ')
  return command
}

test('the three commands that it prints work when they are pasted', async () => {
  const { printed } = await serve()
  const [ran, manifest, execution] = await pasted(printed())
  expect(ran).toMatchObject({ status: 'success', result: { team: 'billing' } })
  expect(manifest).toMatchObject({ toolsets: [{ id: 'mail' }, { id: 'weather' }] })
  expect(execution).toMatchObject({ status: 'success', result: { city: 'Vienna' } })
})

/** Returns the output of the three commands in a text, as JSON. */
async function pasted(text: string): Promise<unknown[]> {
  const commands = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('curl '))
  expect(commands).toHaveLength(3)
  const outputs = await Promise.all(commands.map(sendCurl))
  return outputs.map((output) => JSON.parse(output))
}

test('ctl ends after its time limit while a proxy does not respond', async () => {
  const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())

  vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  vi.stubEnv('NO_PROXY', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const startedAt = performance.now()
  const { ended } = startCommand('ctl', '--url', 'http://behind.the.proxy.test', 'runs')

  expect(await ended).toEqual([6, null])
  expect(performance.now() - startedAt).toBeLessThan(18_000)
})

test('pages of other origins may call the API with --cors, and not without', async () => {
  const started = [await serve('--cors'), await serve()]
  const allowed = started.map(async ({ printed }) => {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed())?.[0]
    const response = await fetch(`${url}/v1/public/wfhost/manifest`, { headers: { origin: 'http://page.test' } })
    return response.headers.get('access-control-allow-origin')
  })
  expect(await Promise.all(allowed)).toEqual([expect.stringMatching(/^(\*|http:\/\/page\.test)$/), null])
})

test('serves the assumptions of the command line', async () => {
  const chosen: Partial<Assumptions> = { runIdField: 'executionId', asyncStatus: 202, sessionCookie: 'session' }
  const pairs = Object.entries(chosen).flatMap(([name, value]) => ['--assume', `${name}=${value}`])
  const { reports } = await serveCommand(...pairs)
  expect(await run(at(reports.url), { flowId: 'echo', key: sampleKeys.workflows.echo, mode: 'async' })).toMatchObject({
    status: 202,
    body: { executionId: expect.any(String) },
  })
  const headers = { cookie: `session=${sampleKeys.consoleSession}` }
  expect((await fetch(`${reports.url}/v1/orgs/acme/wfhost/manifest`, { headers })).status).toBe(200)
})

const supportDesk = fileURLToPath(new URL('../examples/worlds/support-desk.yaml', import.meta.url))

test('--world serves a world file, its registries synchronized', async () => {
  const { child, printed } = startCommand('--world', supportDesk, '--port', '0')
  await expect.poll(printed, { timeout: 10_000 }).toContain('curl')
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed())?.[0] ?? ''
  const args = { subject: 'Invoice', email: 'ada@acme.example' }
  const { body } = await run(at(url), { flowId: 'answer-ticket', key: 'wfk_answer_ticket', args })
  expect(body).toMatchObject({ status: 'success', result: { team: 'billing', sent: true } })
  const [ran, manifest, execution] = await pasted(printed())
  expect(ran).toMatchObject(withSteps({ classify: { status: 'success' } }))
  expect(manifest).toMatchObject({ toolsets: [{ id: 'mail' }, { id: 'customers' }, { id: 'holidays' }] })
  expect(execution).toMatchObject({ status: 'success' })
  child.kill('SIGTERM')
  await once(child, 'exit')
})

test('applies an edit of the world file, and reports a wrong edit without a change', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'world-'))
  const file = join(folder, 'world.yaml')
  const world = (result: string, more = ''): string =>
    `workspaces: [{ id: w, workflows: [{ flowId: f, key: key-of-f, published: true, result: ${result} }${more}] }]`
  const mounted = join(folder, 'mounted')
  await mkdir(mounted)
  // As an orchestrator mounts it: through a link to a folder that is replaced.
  await writeFile(join(mounted, 'world.yaml'), world('before'))
  await symlink(mounted, join(folder, '..data'))
  await symlink(join(folder, '..data', 'world.yaml'), file)
  const { printed } = startCommand('--world', file, '--port', '0')
  await expect.poll(printed).toContain('key-of-f')
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed())?.[0] ?? ''
  const result = async (): Promise<unknown> => Object((await run(at(url), { flowId: 'f', key: 'key-of-f' })).body).result
  expect(await result()).toBe('before')
  await mkdir(join(folder, 'next'))
  await writeFile(join(folder, 'next', 'world.yaml'), world('mounted'))
  await symlink(join(folder, 'next'), join(folder, '..next'))
  await rename(join(folder, '..next'), join(folder, '..data'))
  await expect.poll(result, { interval: 10 }).toBe('mounted')
  const edited = performance.now()
  await writeFile(`${file}.new`, world('after', ', { flowId: late, published: true, result: 1 }'))
  await rename(`${file}.new`, file)
  await expect.poll(result, { interval: 10 }).toBe('after')
  console.log(`reload: ${Math.round(performance.now() - edited)} ms after the edit`)
  await expect.poll(printed).toMatch(/^ {2}late {2}wfk_\w+\nReloaded .*; worlds under \/worlds\/ get it when they are reset$/m)
  await writeFile(file, 'workspaces: [{ id: w, workflow: [] }]')
  await expect.poll(printed).toContain('did you mean "workflows"?')
  expect(await result()).toBe('after')
  await rm(folder, { recursive: true })
})
