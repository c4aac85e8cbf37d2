import {
  createMockControl,
  createMockHost,
  createSampleWorld,
  MockControlError,
  type RemoteWorld,
  sampleKeys,
} from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'
import { at, run } from './call-api.ts'

function hosted() {
  const host = createMockHost(createSampleWorld)
  return createMockControl('http://localhost', { fetch: host.fetch })
}

async function idsOf(control: ReturnType<typeof hosted>): Promise<readonly string[]> {
  return (await control.listWorlds()).map(({ id }) => id)
}

test('a world is removed at the end of the block that uses it', async () => {
  const control = hosted()
  {
    await using world = await control.createWorld('mine')
    expect(world.url).toBe('http://localhost/worlds/mine')
    expect(await idsOf(control)).toEqual(['mine'])
  }
  expect(await idsOf(control)).toEqual([])
})

test('a client removes the worlds that it has created, and no others', async () => {
  const host = createMockHost(createSampleWorld)
  const observer = createMockControl('http://localhost', { fetch: host.fetch })
  await observer.createWorld('other')
  {
    await using control = createMockControl('http://localhost', { fetch: host.fetch })
    await control.createWorld('one')
    const two = await control.createWorld('two')
    await two.remove()
    expect(await idsOf(observer)).toEqual(['other', 'one'])
  }
  expect(await idsOf(observer)).toEqual(['other'])
})

test('a wait for a request ends with the reason of its signal', async () => {
  const stop = new AbortController()
  const waiting = hosted().waitForRequest({ flowId: 'echo' }, { signal: stop.signal })
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})

/** Starts a run in a world whose clock stands still, so that the run does not end. Returns its ID. */
async function startEndlessRun(host: ReturnType<typeof createMockHost>, { clock, url }: RemoteWorld): Promise<string> {
  await clock.freeze()
  const { body } = await run(at(url, host.fetch), { flowId: 'slow', key: sampleKeys.workflows.slow, mode: 'async' })
  return String(Object(body).runId)
}

test.each<readonly [string, (world: RemoteWorld, runId: string) => Promise<unknown>]>([
  ['a request', (world) => world.waitForRequest({ flowId: 'echo' })],
  ['a run', (world, runId) => world.waitForRun(runId)],
  ['all runs', (world) => world.waitForRuns()],
])('a wait for %s ends immediately if the world is removed', async (_, wait) => {
  const host = createMockHost(createSampleWorld)
  const world = await createMockControl('http://localhost', { fetch: host.fetch }).createWorld('mine')
  const waiting = wait(world, await startEndlessRun(host, world))
  const removed = createMockControl('http://localhost', { fetch: host.fetch })
    .createWorld('mine')
    .then((found) => found.remove())
  const error = new MockControlError('Cannot wait longer: world "mine" was removed', { code: 'refused' })
  await expect(waiting).rejects.toThrow(error)
  await removed
})

test('a wait for a request continues if its world is reset', async () => {
  const host = createMockHost(createSampleWorld)
  const world = await createMockControl('http://localhost', { fetch: host.fetch }).createWorld('mine')
  const waiting = world.waitForRequest({ operation: 'runPublishedWorkflow' })
  await world.reset()
  await startEndlessRun(host, world)
  expect(await waiting).toMatchObject({ number: 1 })
})

test('a host and its server are closed at the end of the block that uses them', async () => {
  const urls: string[] = []
  const hosts: ReturnType<typeof createMockHost>[] = []
  {
    await using host = createMockHost(createSampleWorld)
    await using server = await listen(host)
    await createMockControl(server.url).createWorld('mine')
    urls.push(server.url)
    hosts.push(host)
  }
  await expect(fetch(urls[0] ?? '')).rejects.toThrow()
  const [host] = hosts
  if (host === undefined) return expect.unreachable()
  expect(await createMockControl('http://localhost', { fetch: host.fetch }).listWorlds()).toEqual([])
})
