import { execFileSync } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createMockControl, type MockControl } from '@wfhost/mock-server'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { at, execute, run } from './call-api.ts'
import { type Command, endCommands, startCommand, urlOf } from './start-command.ts'

// Forty starts of the command, on a busy machine, too.
vi.setConfig({ testTimeout: 300_000 })

const folder = await mkdtemp(join(tmpdir(), 'state-'))
const world = join(folder, 'world.yaml')
function described(more = ''): string {
  return `
organizations:
  - id: acme
    credits: 100
    environments: [{ name: default, variables: { WHERE: here } }]
    toolsets:
      - id: tools
        versions:
          - { version: 1.0.0, tools: [{ name: say, expression: variables.WHERE }] }
          - { version: 2.0.0, tools: [{ name: say, result: two }] }
        published: { default: 1.0.0 }
    toolHostingKeys: [{ name: Default, environment: default, key: thk_state_test }]
workspaces:
  - id: desk
    workflows:
      - { flowId: first, key: wfk_first_key, published: true, expression: args }
      - { flowId: second, result: 2 }
${more}`
}
await writeFile(world, described())

afterEach(endCommands)
afterAll(() => rm(folder, { recursive: true }))

interface Served extends Command {
  readonly url: string
  readonly control: MockControl
}

async function served(file: string, ...more: readonly string[]): Promise<Served> {
  const command = startCommand('--state', file, '--port', '0', ...more)
  const url = await urlOf(command)
  return { ...command, url, control: createMockControl(url) }
}

test('the state survives a restart: SIGTERM writes it, and the next start continues from it', async () => {
  const file = join(folder, 'restarted.json')
  const one = await served(file, '--world', world)
  const { control } = one
  const key = await control.publishWorkflow('second')
  const regenerated = await control.regenerateKey('second')
  await control.setCredits('acme', 7)
  await control.publishToolset('acme', { toolset: 'tools', environment: 'default', version: '2.0.0' })
  await control.setEnvironmentVariables('acme', { environment: 'later', variables: { A: 'b' } })
  const hosting = await control.createToolHostingKey('acme', { name: 'Later', environment: 'later' })
  await control.registries.add('desk', await control.registries.connect('acme', 'default'))
  await control.registries.deactivate('desk', 'acme')
  await control.setRateLimit({ requests: 2, windowMs: 3_600_000 })
  await control.clock.freeze()
  await control.clock.advance(86_400_000)
  const now = await control.clock.now()
  await control.addFault({ kind: 'status', status: 503, operation: 'getOrganizationManifest' })
  const start = (url: string) => run(at(url), { flowId: 'second', key: regenerated, mode: 'async' })
  expect([key === regenerated, await start(one.url)]).toMatchObject([false, { status: 200 }])
  await control.waitForRuns()
  const [runs, registries] = [await control.runs(), await control.registries.list('desk')]
  one.child.kill('SIGTERM')
  expect(await one.ended).toEqual([0, null])
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const two = await served(file, '--world', world)
  expect(two.printed()).toContain(regenerated)
  expect(await two.control.workflowKey('second')).toBe(regenerated)
  expect(await two.control.creditBalance('acme')).toBe(7)
  expect(await two.control.registries.list('desk')).toEqual(registries)
  expect(await two.control.runs()).toEqual(runs)
  expect(runs).toHaveLength(1)
  expect([await two.control.clock.now(), await two.control.clock.frozen()]).toEqual([now, true])
  expect(await two.control.faults()).toHaveLength(1)
  expect(await two.control.journal()).toEqual([])
  // One of two requests was counted before.
  expect([(await start(two.url)).status, (await start(two.url)).status]).toEqual([200, 429])
  expect(new Set((await two.control.runs()).map(({ runId }) => runId)).size).toBe(2)
  expect(await two.control.createToolHostingKey('acme', { name: 'Latest', environment: 'later' })).not.toBe(hosting)
  const manifest = await fetch(`${two.url}/v1/public/wfhost/manifest`, { headers: { authorization: `Bearer ${hosting}` } })
  expect(manifest.status).toBe(400)
})

test('a run that was in progress is loaded as a failed run', async () => {
  const file = join(folder, 'under-way.json')
  const slow = join(folder, 'slow.yaml')
  await writeFile(slow, described('      - { flowId: slow, key: wfk_slow_key, published: true, delayMs: 3600000, result: late }'))
  const one = await served(file, '--world', slow)
  await run(at(one.url), { flowId: 'slow', key: 'wfk_slow_key', mode: 'async' })
  await expect.poll(() => readFile(file, 'utf8')).toContain('"flowId":"slow","mode":"async"')
  one.child.kill('SIGKILL')
  await one.ended
  const two = await served(file, '--world', slow)
  expect(await two.control.runs()).toMatchObject([
    { flowId: 'slow', status: 'failed', result: { error: { name: 'ServiceEnded' } } },
  ])
})

test('loads the state before or after the last write if the process was killed at any moment', async () => {
  const file = join(folder, 'killed.json')
  const kills = 40
  // A server remembers so many ended runs, and more only while some are in progress.
  const remembered = 1000
  const payload = { toolset: 'tools', tool: 'say' }
  let [credits, runs, midWrite, idleRounds] = [100_000, 0, 0, 0]
  for (let round = 0; round < kills; round += 1) {
    const { child, control, ended, url } = await served(file, '--world', world)
    if (round === 0) await control.setCredits('acme', credits)
    else expect([await control.creditBalance('acme'), (await control.runs()).length]).toEqual([credits, runs])
    // Until the server is gone.
    const start = () => run(at(url), { flowId: 'first', key: 'wfk_first_key', mode: 'async' })
    const writing = (async () => {
      for (;;) await Promise.all([start(), execute(at(url), { key: 'thk_state_test', payload })])
    })().catch(() => {})
    // On a busy machine, a server needs longer to its first write.
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 120 * (1 + idleRounds)))
    child.kill('SIGKILL')
    await Promise.all([ended, writing])
    // Its lock would be waited for.
    await rm(`${file}.lock`, { recursive: true, force: true })
    if ((await readdir(folder)).includes('killed.json.new')) midWrite += 1
    const { state } = Object(JSON.parse(await readFile(file, 'utf8')))
    expect(state.organizations[0].credits).toBeLessThanOrEqual(credits)
    expect(state.runs.length).toBeGreaterThanOrEqual(runs)
    idleRounds = state.organizations[0].credits === credits ? idleRounds + 1 : 0
    credits = state.organizations[0].credits
    runs = Math.min(state.runs.length, remembered)
  }
  console.log(`state: ${kills} kills, ${midWrite} of them in the middle of a write, each loaded with all that was written`)
  expect(credits).toBeLessThan(100_000)
})

test.each([
  ['no JSON', 'workspaces: []', 'it is not JSON; move the file away, or name another one'],
  ['half a state', '{"format":"wfhost-mock state","version":1,"sta', 'it is not JSON'],
  ['another file', '{"name":"package"}', 'it is not a state of wfhost-mock'],
  [
    'a later version',
    '{"format":"wfhost-mock state","version":9,"state":{}}',
    'it has version 9, and this wfhost-mock reads version 1',
  ],
  [
    'a damaged one',
    '{"format":"wfhost-mock state","version":1,"state":{}}',
    'it is damaged at state.workflows: expected an array, found nothing; add it',
  ],
])('refuses a file with %s, and does not change it', async (...[name, content, why]) => {
  const file = join(folder, `${name.replaceAll(' ', '-')}.json`)
  await writeFile(file, content)
  const { ended, printed } = startCommand('--state', file, '--port', '0')
  expect(await ended).toEqual([2, null])
  expect(printed()).toContain(`wfhost-mock: Cannot read the state in ${file}: ${why}`)
  expect(await readFile(file, 'utf8')).toBe(content)
})

test('reports immediately a file that cannot be written', async () => {
  const file = join(folder, 'no-such-folder', 'state.json')
  const { ended, printed } = startCommand('--state', file, '--port', '0')
  expect(await ended).toEqual([2, null])
  expect(printed()).toContain(`wfhost-mock: Cannot write the state to ${file}: there is no folder ${dirname(file)}`)
})

test('only one server at a time can use a file, also through a link', async () => {
  const [file, link] = [join(folder, 'shared.json'), join(folder, 'shared-link.json')]
  const one = await served(file)
  await symlink(file, link)
  for (const name of [file, link]) {
    const two = startCommand('--state', name, '--port', '0')
    expect(await two.ended).toEqual([2, null])
    expect(two.printed()).toContain(`wfhost-mock: Cannot use the state in ${name}: another server uses it; stop that one`)
  }
  await one.control.setCredits('acme', 5)
  one.child.kill('SIGTERM')
  expect(await one.ended).toEqual([0, null])
  const next = await served(link)
  expect(await next.control.creditBalance('acme')).toBe(5)
  await next.control.setCredits('acme', 3)
  await expect.poll(() => readFile(file, 'utf8')).toContain('"credits":3')
  next.child.kill('SIGKILL')
  await next.ended
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  const last = await served(file)
  expect(await last.control.creditBalance('acme')).toBe(3)
})

test('refuses a file that is not a state file, and does not change it', async () => {
  const [pipe, link] = [join(folder, 'pipe'), join(folder, 'dangling')]
  execFileSync('mkfifo', [pipe])
  await symlink(join(folder, 'nothing.json'), link)
  for (const [file, why] of [
    [pipe, 'it is not a regular file; name another file'],
    [folder, 'it is not a regular file; name another file'],
    [link, 'it is a link to a file that is not there; remove the link, or create the file'],
  ] as const) {
    const { ended, printed } = startCommand('--state', file, '--port', '0')
    expect(await ended).toEqual([2, null])
    expect(printed()).toContain(`wfhost-mock: Cannot keep the state in ${file}: ${why}`)
  }
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
})

test('a server that cannot write its state is not ready until it can (X12)', async () => {
  const file = join(folder, 'blocked.json')
  const { control, url } = await served(file)
  const ready = async () => {
    const response = await fetch(`${url}/__mock/ready`)
    return [response.status, await response.json()]
  }
  expect(await ready()).toEqual([200, { status: 'ready' }])
  // Stands where the next state is written, as a disk without space would.
  await mkdir(`${file}.new`)
  await control.setCredits('acme', 5)
  const reason = expect.stringContaining(`Cannot write the state to ${file}: `)
  await expect.poll(ready).toEqual([503, { status: 'failing', reason }])
  await rm(`${file}.new`, { recursive: true })
  // Without another change: the state is written as soon as it can be.
  await expect.poll(ready).toEqual([200, { status: 'ready' }])
  expect(JSON.parse(await readFile(file, 'utf8')).state.organizations[0].credits).toBe(5)
})

test('reports a state that can no longer be written, and exits with 1', async () => {
  const lost = await mkdtemp(join(tmpdir(), 'lost-'))
  const one = await served(join(lost, 'state.json'))
  await rm(lost, { recursive: true })
  await one.control.setCredits('acme', 5)
  one.child.kill('SIGTERM')
  expect(await one.ended).toEqual([1, null])
  expect(one.printed()).toContain(
    `wfhost-mock: Cannot write the state to ${join(lost, 'state.json')}: there is no folder ${lost}`,
  )
})
