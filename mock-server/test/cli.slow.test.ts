import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listAssumptions, type Profile, sampleKeys } from '@wfhost/mock-server'
import { afterEach, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { withSteps } from '../../scripts/run-bodies.ts'
import { sendCurl } from '../../scripts/send-curl.ts'
import { at, run } from './call-api.ts'
import { type Command, endCommands, serveCommand, startCommand } from './start-command.ts'

const openapiFile = fileURLToPath(import.meta.resolve('@wfhost/openapi/openapi.yaml'))

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

/** What the three commands in a text print, as JSON. */
async function pasted(text: string): Promise<unknown[]> {
  const commands = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('curl '))
  expect(commands).toHaveLength(3)
  const answers = await Promise.all(commands.map(sendCurl))
  return answers.map((answer) => JSON.parse(answer))
}

test('pages of other origins may call the API with --cors, and not without', async () => {
  const started = [await serve('--cors'), await serve()]
  const allowed = started.map(async ({ printed }) => {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed())?.[0]
    const response = await fetch(`${url}/v1/public/wfhost/manifest`, { headers: { origin: 'http://page.test' } })
    return response.headers.get('access-control-allow-origin')
  })
  expect(await Promise.all(allowed)).toEqual([expect.stringMatching(/^(\*|http:\/\/page\.test)$/), null])
})

test('openapi prints both documents, as they were written or as JSON', async () => {
  const [yaml, json, control] = [
    startCommand('openapi'),
    startCommand('openapi', '--json'),
    startCommand('openapi', 'control', '--json'),
  ]
  await Promise.all([yaml, json, control].map(({ ended }) => ended))
  expect(yaml.printed().trimEnd()).toBe((await readFile(openapiFile, 'utf8')).trimEnd())
  expect(parse(yaml.printed())).toEqual(JSON.parse(json.printed()))
  expect(JSON.parse(control.printed())).toHaveProperty(['paths', '/__mock/worlds/{id}'])
})

test.each([
  [['--host', '::1', '--port', '80'], 'http://[::1]:80'],
  [['--tls-cert', 'cert.pem', '--tls-key', 'key.pem'], 'https://127.0.0.1:4010'],
])('conformance-config names the address that the same options serve: %j', async (args, expected) => {
  const { ended, printed } = startCommand('conformance-config', ...args)
  await ended
  expect(parse(printed())).toHaveProperty('baseUrl', expected)
})

test('--help and --version print and end', async () => {
  const [help, version] = [startCommand('--help'), startCommand('--version')]
  expect(await Promise.all([help.ended, version.ended])).toEqual([
    [0, null],
    [0, null],
  ])
  expect(help.printed()).toContain('--port <number>')
  expect(version.printed()).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('assumptions lists every open question, and --assume chooses', async () => {
  const { ended, printed } = startCommand('assumptions', '--json', '--assume', 'defaultMode=async')
  expect(await ended).toEqual([0, null])
  const listed = listAssumptions({ defaultMode: 'async' })
  expect(listed).not.toEqual(listAssumptions())
  expect(JSON.parse(printed())).toEqual(listed)
  const plain = startCommand('assumptions')
  await plain.ended
  expect(plain.printed()).toContain('defaultMode=sync  of sync, async')
})

test('what is assumed is served', async () => {
  const chosen: Partial<Profile> = { runIdField: 'executionId', asyncStatus: 202, sessionCookie: 'session' }
  const pairs = Object.entries(chosen).flatMap(([name, value]) => ['--assume', `${name}=${value}`])
  const { told } = await serveCommand(...pairs)
  expect(await run(at(told.url), { flowId: 'echo', key: sampleKeys.workflows.echo, mode: 'async' })).toMatchObject({
    status: 202,
    body: { executionId: expect.any(String) },
  })
  const headers = { cookie: `session=${sampleKeys.consoleSession}` }
  expect((await fetch(`${told.url}/v1/orgs/acme/wfhost/manifest`, { headers })).status).toBe(200)
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

test('check says what is wrong with a world file, and schema prints what an editor needs', async () => {
  const good = startCommand('check', supportDesk)
  const bad = startCommand('check', fileURLToPath(new URL('../package.json', import.meta.url)))
  const none = startCommand('check', '/no/such.yaml')
  const schema = startCommand('schema')
  const endings = await Promise.all([good, bad, none, schema].map(({ ended }) => ended))
  expect(endings).toEqual([0, 1, 1, 0].map((code) => [code, null]))
  expect(good.printed()).toContain('is a world')
  // Each line begins with the file, where editors look for it.
  expect(bad.printed()).toMatch(/^(\/.*package\.json:\d+: .*\n)+$/)
  expect(bad.printed()).toMatch(/package\.json:2: name: nothing is called "name" here/)
  expect(none.printed()).toBe('wfhost-mock: Cannot read /no/such.yaml: ENOENT; there is nothing at /no/such.yaml\n')
  expect(JSON.parse(schema.printed())).toHaveProperty('properties.workspaces')
})

test('check prints JSON on demand, whether or not the file is a world', async () => {
  const file = fileURLToPath(new URL('../package.json', import.meta.url))
  const good = startCommand('check', supportDesk, '--json')
  const bad = startCommand('check', file, '--json')
  const none = startCommand('check', '/no/such.yaml', '--json')
  expect(await Promise.all([good, bad, none].map(({ ended }) => ended))).toEqual([0, 1, 1].map((code) => [code, null]))
  expect(JSON.parse(good.printed())).toEqual({ file: supportDesk, valid: true, problems: [] })
  expect(JSON.parse(bad.printed())).toMatchObject({
    file,
    valid: false,
    problems: expect.arrayContaining([expect.objectContaining({ line: 2, path: 'name' })]),
  })
  expect(JSON.parse(none.printed())).toMatchObject({
    valid: false,
    problems: [{ message: 'Cannot read /no/such.yaml: ENOENT; there is nothing at /no/such.yaml' }],
  })
})

test('an edit of the world file is served soon, and one that is wrong is reported and changes nothing', async () => {
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
  await expect.poll(printed, { timeout: 10_000 }).toContain('key-of-f')
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed())?.[0] ?? ''
  const result = async (): Promise<unknown> => Object((await run(at(url), { flowId: 'f', key: 'key-of-f' })).body).result
  expect(await result()).toBe('before')
  await mkdir(join(folder, 'next'))
  await writeFile(join(folder, 'next', 'world.yaml'), world('mounted'))
  await symlink(join(folder, 'next'), join(folder, '..next'))
  await rename(join(folder, '..next'), join(folder, '..data'))
  await expect.poll(result, { timeout: 5000, interval: 10 }).toBe('mounted')
  const edited = performance.now()
  await writeFile(`${file}.new`, world('after', ', { flowId: late, published: true, result: 1 }'))
  await rename(`${file}.new`, file)
  await expect.poll(result, { timeout: 5000, interval: 10 }).toBe('after')
  console.log(`reload: ${Math.round(performance.now() - edited)} ms after the edit`)
  await expect.poll(printed).toMatch(/^ {2}late {2}wfk_\w+\nReloaded .*; worlds under \/worlds\/ get it when they are reset$/m)
  await writeFile(file, 'workspaces: [{ id: w, workflow: [] }]')
  await expect.poll(printed, { timeout: 5000 }).toContain('did you mean "workflows"?')
  expect(await result()).toBe('after')
  await rm(folder, { recursive: true })
})
