import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockControl, type Fault, type RemoteWorld, sampleKeys } from '@wfhost/mock-server'
import parsePrometheus from 'parse-prometheus-text-format'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { everywhere, onSockets } from './faults/visible-faults.ts'
import { endCommands, type ServingCommand, serveCommand, startCommand } from './start-command.ts'
import { rawExchange } from './workers/raw-exchange.ts'

// Each test starts processes, on machines that may be busy.
vi.setConfig({ testTimeout: 60_000 })

const { workflows } = sampleKeys

// For the tests that leave it as it was.
const shared = await serveCommand('--workers', '3')
const own: ServingCommand[] = []

async function servedForOne(...args: readonly string[]): Promise<ServingCommand> {
  const command = await serveCommand(...args)
  own.push(command)
  return command
}

afterEach(async () => {
  for (const { child, ended } of own.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})

afterAll(endCommands)

function runEcho(baseUrl: string, text: string): Promise<Response> {
  return fetch(`${baseUrl}/api/v2/external/flows/echo/published-run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${workflows.echo}`, 'content-type': 'application/json' },
    body: JSON.stringify({ args: [{ name: 'text', value: text }] }),
  })
}

/** How many worlds each process has. */
async function worldsByWorker(url: string): Promise<Record<string, number>> {
  const families = parsePrometheus(await (await fetch(`${url}/__mock/metrics`)).text())
  const metrics = families.find(({ name }) => name === 'wfhost_mock_worlds')?.metrics as {
    readonly value: string
    readonly labels: { readonly worker: string }
  }[]
  return Object.fromEntries(metrics.map(({ labels, value }) => [labels.worker, Number(value)]))
}

test('48 worlds on 3 workers, with ids that a client chose or not, have their own state and journal, and are spread', async () => {
  const { pid, url, workers = [] } = shared.told
  expect(new Set([pid, ...workers]).size).toBe(4)
  const control = createMockControl(url)
  const ids = Array.from({ length: 48 }, (_, index) => (index < 24 ? `team-${index}` : undefined))
  const worlds = await Promise.all(ids.map((id) => control.createWorld(id)))
  expect(new Set(worlds.map(({ id }) => id)).size).toBe(48)
  for (const { baseUrl, id } of worlds) expect(baseUrl).toBe(`${url}/worlds/${id}`)
  const found = worlds.map(async (world, index) => {
    await world.setCredits('acme', index)
    for (let time = 0; time < 3; time += 1) expect((await runEcho(world.baseUrl, `world ${index}`)).status).toBe(200)
    const journal = await world.journal()
    return { credits: await world.creditBalance('acme'), bodies: journal.map(({ request }) => request.body) }
  })
  expect(await Promise.all(found)).toEqual(
    worlds.map((_, index) => ({
      credits: index,
      bodies: Array.from({ length: 3 }, () => JSON.stringify({ args: [{ name: 'text', value: `world ${index}` }] })),
    })),
  )
  expect(await control.journal()).toEqual([])
  const counts = Object.values(await worldsByWorker(url))
  expect(counts).toHaveLength(3)
  expect(Math.min(...counts)).toBeGreaterThan(0)
  expect(counts.reduce((sum, count) => sum + count)).toBe(48)
  const places = (list: readonly RemoteWorld[]): string[] => list.map(({ baseUrl, id }) => `${id} ${baseUrl}`).toSorted()
  expect(places(await control.listWorlds())).toEqual(places(worlds))
  await Promise.all(worlds.map((world) => world.remove()))
  expect(await control.listWorlds()).toEqual([])
  expect(await worldsByWorker(url)).toEqual({ 0: 0, 1: 0, 2: 0 })
})

test('a world is created with 201 where the client found the server, and found again with 200', async () => {
  const { url } = shared.told
  const made = await fetch(`${url}/__mock/worlds`, { method: 'POST', headers: { host: 'localhost:1234' } })
  expect(made.status).toBe(201)
  const { baseUrl, id } = Object(await made.json())
  expect(baseUrl).toBe(`${url}/worlds/${id}`)
  const statuses = [await fetch(`${url}/__mock/worlds/${id}`, { method: 'PUT' }), await fetch(`${url}/__mock/ready`)]
  expect(statuses.map(({ status }) => status)).toEqual([200, 200])
  expect((await fetch(`${url}/__mock/worlds/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await fetch(`${url}/__mock/worlds/${id}`, { method: 'DELETE' })).status).toBe(404)
})

const faults: Fault[] = [...everywhere, ...onSockets].map(({ fault }) => fault)

test('every fault comes through the front byte by byte as one process sends it, and ends the connection alike', async () => {
  const alone = await servedForOne()
  const seen = await Promise.all(
    [alone, shared].map(async ({ told }) => {
      const world = await createMockControl(told.url).createWorld('faulty')
      const exchanges = []
      for (const fault of [...faults, { kind: 'oversized-header' } as const]) {
        await world.clearFaults()
        await world.addFault(fault)
        await world.clearJournal()
        const leave = async (): Promise<unknown> =>
          fault.kind === 'hang'
            ? expect.poll(async () => (await world.faults()).map(({ met }) => met)).toEqual([1])
            : new Promise(() => {})
        exchanges.push({ kind: fault.kind, ...(await rawExchange(world.baseUrl, { key: workflows.echo, leave })) })
        await expect.poll(async () => (await world.journal()).length).toBe(1)
      }
      return exchanges
    }),
  )
  expect(seen[1]).toEqual(seen[0])
  expect(new Set(seen[1]?.map(({ end }) => end))).toEqual(new Set(['closed', 'reset', 'left']))
})

test('the control surface is guarded before the workers: by token, by origin and by name', async () => {
  const withToken = await servedForOne('--workers', '2', '--token', 'a-secret-token', '--host', '0.0.0.0')
  expect(withToken.told.control).toBe('open to clients with the token')
  const urls = [shared.told.url, withToken.told.url.replace('0.0.0.0', '127.0.0.1')]
  const ask = async (url: string | undefined, headers: Record<string, string>): Promise<number[]> => {
    const wanted = [
      ['POST', 'worlds'],
      ['PUT', 'worlds/mine'],
      ['POST', 'worlds/mine/operations/runs'],
      ['POST', 'operations/runs'],
      ['GET', 'metrics'],
    ] as const
    const answers: number[] = []
    for (const [method, path] of wanted) answers.push((await fetch(`${url}/__mock/${path}`, { method, headers })).status)
    return answers
  }
  const authorization = 'Bearer a-secret-token'
  expect(await ask(urls[0], { origin: 'http://page.test' })).toEqual([403, 403, 403, 403, 403])
  expect(await ask(urls[1], {})).toEqual([403, 403, 403, 403, 403])
  expect(await ask(urls[1], { authorization, origin: 'http://page.test' })).toEqual([403, 403, 403, 403, 403])
  expect(await ask(urls[1], { authorization })).toEqual([201, 201, 200, 200, 200])
  const closed = await servedForOne('--workers', '2', '--host', '0.0.0.0')
  expect(await ask(closed.told.url.replace('0.0.0.0', '127.0.0.1'), {})).toEqual([404, 404, 404, 404, 404])
})

test('a signal lets a request under way end in its worker, and ends every process with the exit code 0', async () => {
  const { ended, told } = await servedForOne('--workers', '2')
  const worlds = await Promise.all(['a', 'b', 'c', 'd'].map((id) => createMockControl(told.url).createWorld(id)))
  const answers = worlds.map(async ({ baseUrl }) => {
    const response = await fetch(`${baseUrl}/api/v2/external/flows/slow/published-run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${workflows.slow}`, 'content-type': 'application/json' },
      body: '{"args":[]}',
    })
    return response.json()
  })
  for (const world of worlds) await expect.poll(async () => (await world.runs()).length).toBe(1)
  // As a terminal or a supervisor does, to each process of the group.
  for (const pid of [...(told.workers ?? []), told.pid]) process.kill(pid, 'SIGTERM')
  for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ result: 'worth the wait' })
  // Closed: none of its processes has the output open any more.
  expect(await ended).toEqual([0, null])
})

test('when a worker is killed, the server ends with exit code 1 and says so in one line', async () => {
  const { ended, printed, told } = await servedForOne('--workers', '3')
  process.kill(told.workers?.[1] ?? 0, 'SIGKILL')
  expect(await ended).toEqual([1, null])
  expect(printed().split('\n').slice(1)).toEqual(['wfhost-mock: Worker 1 was ended by SIGKILL, and its worlds with it', ''])
})

test('when the front is killed, its workers end', async () => {
  const { child, ended } = await servedForOne('--workers', '3')
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
})

test('--state keeps the world at /, which the first worker has', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'workers-'))
  const args = ['--workers', '3', '--state', join(folder, 'state.json')]
  const before = await servedForOne(...args)
  await createMockControl(before.told.url).setCredits('acme', 7)
  before.child.kill('SIGTERM')
  expect(await before.ended).toEqual([0, null])
  const after = await servedForOne(...args)
  expect(await createMockControl(after.told.url).creditBalance('acme')).toBe(7)
  await rm(folder, { recursive: true })
})

test('a request that fails is told by its worker, and an edit of the world file by the first one alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'workers-'))
  const file = join(folder, 'world.yaml')
  const world = (flowId: string): string =>
    JSON.stringify({ workspaces: [{ id: 'w', workflows: [{ flowId, key: 'k', published: true, result: 1 }] }] })
  await writeFile(file, world('before'))
  const { printed, told } = await servedForOne('--workers', '3', '--world', file)
  const worlds = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => createMockControl(told.url).createWorld(id)))
  for (const { baseUrl } of worlds) expect((await runEcho(baseUrl, 'anything')).status).toBe(401)
  const lines = (): string[] => printed().trimEnd().split('\n').slice(1)
  await expect.poll(lines).toEqual(worlds.map(() => expect.stringMatching(/^401 POST .* runPublishedWorkflow /)))
  await writeFile(file, world('after'))
  await expect.poll(lines).toContain(`Reloaded ${file}`)
  await expect.poll(() => createMockControl(told.url).workflowKey('after')).toBe('k')
  expect(lines().filter((line) => line.startsWith('Reloaded'))).toHaveLength(1)
  await rm(folder, { recursive: true })
})

test('--workers 1 is one process', async () => {
  const { told } = await servedForOne('--workers', '1')
  expect(told.workers).toBeUndefined()
  expect(await (await fetch(`${told.url}/__mock/metrics`)).text()).not.toContain('worker=')
})

test.each([
  [['--workers', '0'], 2, 'Cannot spread worlds: expected a number of --workers from 1 to 64, found "0"'],
  [['--workers', 'many'], 2, 'Cannot spread worlds: expected a number of --workers from 1 to 64, found "many"'],
  [['--workers', '65'], 2, 'Cannot spread worlds: expected a number of --workers from 1 to 64, found "65"'],
  [['--workers', '2', '--engine', 'prism'], 2, 'Cannot use --workers with --engine prism: it has no worlds'],
  [['--workers', '2', '--guard'], 2, 'Cannot use --workers with --guard: guard it from another process, with --guard --upstream'],
  [['--workers', '2', '--world', '/no/world.yaml'], 1, 'Cannot read /no/world.yaml: ENOENT; there is nothing at /no/world.yaml'],
  [['--workers', '2', '--host', 'no.invalid'], 1, 'Cannot listen on no.invalid:0: "no.invalid" is no address of this machine'],
  [['worker'], 2, 'Cannot work alone: wfhost-mock --workers <number> starts its workers'],
] as const)('what cannot be spread is one clear line, and no process stays: %j', async (...[args, code, expected]) => {
  const { ended, printed } = startCommand('--port', '0', ...args)
  expect(await ended).toEqual([code, null])
  expect(printed()).toBe(`wfhost-mock: ${expected}\n`)
})
