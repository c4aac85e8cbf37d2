import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { parse } from 'yaml'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const openapiFile = fileURLToPath(import.meta.resolve('@wfhost/openapi/openapi.yaml'))
const running: ChildProcess[] = []

// Each test starts processes, on machines that may be busy.
vi.setConfig({ testTimeout: 30_000 })

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

interface Started {
  readonly child: ChildProcess
  readonly printed: () => string
}

function start(...args: readonly string[]): Started {
  const child = spawn(process.execPath, ['--conditions=@wfhost/source', cli, ...args])
  running.push(child)
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    text += String(chunk)
  })
  return { child, printed: () => text }
}

async function served(...args: readonly string[]): Promise<Started> {
  const started = start(...args)
  await expect.poll(started.printed, { timeout: 10_000 }).toContain('/execute ')
  return started
}

test('the three commands that it prints work when they are pasted', async () => {
  const { printed } = await served('--port', '0')
  const commands = printed()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('curl '))
  expect(commands).toHaveLength(3)
  const answers = await Promise.all(commands.map((command) => promisify(execFile)('sh', ['-c', command])))
  const [run, manifest, execution] = answers.map(({ stdout }) => JSON.parse(stdout) as unknown)
  expect(run).toMatchObject({ status: 'success', result: { team: 'billing' } })
  expect(manifest).toMatchObject({ toolsets: [{ id: 'mail' }, { id: 'weather' }] })
  expect(execution).toMatchObject({ status: 'success', result: { city: 'Vienna' } })
})

test('pages of other origins may call the API with --cors, and not without', async () => {
  const started = [await served('--port', '0', '--cors'), await served('--port', '0')]
  const allowed = started.map(async ({ printed }) => {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed())?.[0]
    const response = await fetch(`${url}/v1/public/wfhost/manifest`, { headers: { origin: 'http://page.test' } })
    return response.headers.get('access-control-allow-origin')
  })
  expect(await Promise.all(allowed)).toEqual([expect.stringMatching(/^(\*|http:\/\/page\.test)$/), null])
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops it cleanly', async (signal) => {
  const { child, printed } = await served('--port', '0')
  const before = printed()
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(printed().slice(before.length)).toBe(`Stopped by ${signal}\n`)
})

test('a port that is taken is one clear line', async () => {
  const first = await served('--port', '0')
  const port = /127\.0\.0\.1:(\d+)/.exec(first.printed())?.[1] ?? ''
  const second = start('--port', port)
  expect(await once(second.child, 'close')).toEqual([1, null])
  expect(second.printed()).toBe(`wfhost-mock: Cannot listen on 127.0.0.1:${port}: the port is taken\n`)
})

test.each([
  [['--port', 'x'], 'Cannot listen: expected a port from 0 to 65535, found "x"'],
  [['--port'], "Option '--port <value>' argument missing"],
  [['--assume', 'nothing=1'], 'Cannot assume "nothing=1": no option is named "nothing"'],
  [['--assume', 'asyncStatus=201'], 'Cannot assume "asyncStatus=201": expected one of 200, 202'],
  [['--prot', '1'], 'There is no option --prot; did you mean --port?'],
  [['--anything-else'], 'There is no option --anything-else; wfhost-mock --help lists them'],
  [['chekc', 'world.yaml'], 'There is no command "chekc"; did you mean "check"?'],
  [['dance'], 'There is no command "dance"; use one of serve, check, assumptions, openapi, schema, conformance-config'],
  [['check'], 'Cannot check: expected a file after it, as in wfhost-mock check <file>'],
  [['check', 'a', 'b'], 'Cannot check: expected one file, found also "b"'],
  [['schema', 'x'], 'Cannot schema: expected nothing after it, found "x"'],
  [['openapi', 'x'], 'Cannot print the document of "x": expected api or control'],
])('a wrong command line is one clear line and the exit code 2: %j', async (args, expected) => {
  const { child, printed } = start(...args)
  expect(await once(child, 'close')).toEqual([2, null])
  expect(printed()).toBe(`wfhost-mock: ${expected}\n`)
})

test('openapi prints both documents, as they were written or as JSON', async () => {
  const [yaml, json, control] = [start('openapi'), start('openapi', '--json'), start('openapi', 'control', '--json')]
  await Promise.all([yaml, json, control].map(({ child }) => once(child, 'close')))
  expect(yaml.printed().trimEnd()).toBe((await readFile(openapiFile, 'utf8')).trimEnd())
  expect(parse(yaml.printed())).toEqual(JSON.parse(json.printed()))
  expect(JSON.parse(control.printed())).toHaveProperty(['paths', '/__mock/worlds/{id}'])
})

test.each([
  [['--host', '::1', '--port', '80'], 'http://[::1]:80'],
  [['--tls-self-signed'], 'https://127.0.0.1:4010'],
])('conformance-config names the address that the same options serve: %j', async (args, expected) => {
  const { child, printed } = start('conformance-config', ...args)
  await once(child, 'close')
  expect(parse(printed())).toHaveProperty('baseUrl', expected)
})

test('--help and --version print and end', async () => {
  const [help, version] = [start('--help'), start('--version')]
  expect(await Promise.all([once(help.child, 'close'), once(version.child, 'close')])).toEqual([
    [0, null],
    [0, null],
  ])
  expect(help.printed()).toContain('--port <number>')
  expect(version.printed()).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('assumptions lists every open question, and --assume chooses', async () => {
  const { child, printed } = start('assumptions', '--json', '--assume', 'defaultMode=async')
  expect(await once(child, 'close')).toEqual([0, null])
  const assumptions: unknown = JSON.parse(printed())
  expect(assumptions).toHaveLength(16)
  expect(assumptions).toContainEqual(
    expect.objectContaining({
      requirement: 'RUN-MODE-DEFAULT',
      options: [{ name: 'defaultMode', value: 'async', choices: ['sync', 'async'] }],
    }),
  )
  const { child: plain, printed: text } = start('assumptions')
  await once(plain, 'close')
  expect(text()).toContain('defaultMode=sync  of sync, async')
})

test('the control surface is there for this machine, and elsewhere only with a token', async () => {
  const at = ({ printed }: Started): string => `http://127.0.0.1:${/:(\d+)/.exec(printed())?.[1]}/__mock/openapi.json`
  const [local, everywhere, guarded] = await Promise.all([
    served('--port', '0'),
    served('--port', '0', '--host', '0.0.0.0'),
    served('--port', '0', '--host', '0.0.0.0', '--token', 'secret-token'),
  ])
  expect((await fetch(at(local))).status).toBe(200)
  expect((await fetch(at(everywhere))).status).toBe(404)
  expect((await fetch(at(guarded))).status).toBe(403)
  expect((await fetch(at(guarded), { headers: { authorization: 'Bearer secret-token' } })).status).toBe(200)
})

const supportDesk = fileURLToPath(new URL('../examples/worlds/support-desk.yaml', import.meta.url))

test('--world serves a world file, its registries synchronized', async () => {
  const { child, printed } = start('--world', supportDesk, '--port', '0')
  await expect.poll(printed, { timeout: 10_000 }).toContain('curl')
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed())?.[0] ?? ''
  const response = await fetch(`${url}/api/v2/external/flows/answer-ticket/published-run`, {
    method: 'POST',
    headers: { authorization: 'Bearer wfk_answer_ticket', 'content-type': 'application/json' },
    body: '{"args":[{"name":"subject","value":"Invoice"},{"name":"email","value":"ada@acme.example"}]}',
  })
  expect(await response.json()).toMatchObject({ status: 'success', result: { team: 'billing', sent: true } })
  child.kill('SIGTERM')
  await once(child, 'exit')
})

test('check says what is wrong with a world file, and schema prints what an editor needs', async () => {
  const good = start('check', supportDesk)
  const bad = start('check', fileURLToPath(new URL('../package.json', import.meta.url)))
  const none = start('check', '/no/such.yaml')
  const schema = start('schema')
  const codes = await Promise.all([good, bad, none, schema].map(async ({ child }) => (await once(child, 'close'))[0]))
  expect(codes).toEqual([0, 1, 1, 0])
  expect(good.printed()).toContain('is a world')
  expect(bad.printed()).toMatch(/package\.json:2: name: nothing is called "name" here/)
  expect(none.printed()).toBe('wfhost-mock: Cannot read /no/such.yaml: ENOENT\n')
  expect(JSON.parse(schema.printed())).toHaveProperty('properties.workspaces')
})

test('an edit of the world file is served soon, and one that is wrong is reported and changes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'world-'))
  const file = join(folder, 'world.yaml')
  const world = (result: string): string =>
    `workspaces: [{ id: w, workflows: [{ flowId: f, key: key-of-f, published: true, result: ${result} }] }]`
  await writeFile(file, world('before'))
  const { printed } = start('--world', file, '--port', '0')
  await expect.poll(printed, { timeout: 10_000 }).toContain('key-of-f')
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed())?.[0] ?? ''
  async function result(): Promise<unknown> {
    const headers = { authorization: 'Bearer key-of-f', 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/v2/external/flows/f/published-run`, { method: 'POST', headers, body: '{"args":[]}' })
    return Object(await response.json()).result
  }
  expect(await result()).toBe('before')
  const edited = performance.now()
  await writeFile(`${file}.new`, world('after'))
  await rename(`${file}.new`, file)
  await expect.poll(result, { timeout: 5000, interval: 10 }).toBe('after')
  console.log(`reload: ${Math.round(performance.now() - edited)} ms after the edit`)
  await writeFile(file, 'workspaces: [{ id: w, workflow: [] }]')
  await expect.poll(printed, { timeout: 5000 }).toContain('did you mean "workflows"?')
  expect(await result()).toBe('after')
  await rm(folder, { recursive: true })
})
