import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import {
  createMockControl,
  createMockHost,
  createSampleWorld,
  type MockControl,
  type MockHost,
  type MockHostOptions,
  type RemoteWorld,
  sampleKeys,
} from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { operationTable } from '@wfhost/openapi'
import { afterAll, expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { at, run } from './call-api.ts'

const server = await listen(createMockHost(createSampleWorld))
const control = createMockControl(server.url)

afterAll(() => server.close())

function hosted(options: MockHostOptions = {}): { readonly host: MockHost; readonly own: MockControl } {
  const host = createMockHost(createSampleWorld, options)
  return { host, own: createMockControl('http://localhost', { fetch: host.fetch }) }
}

async function runEcho(baseUrl: string, text = 'Hello'): Promise<number> {
  const response = await fetch(`${baseUrl}/api/v2/external/flows/echo/published-run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sampleKeys.workflows.echo}`, 'content-type': 'application/json' },
    body: JSON.stringify({ args: [{ name: 'text', value: text }] }),
  })
  await response.arrayBuffer()
  return response.status
}

test('a world has its own base URL, state, clock, faults, limits and journal', async () => {
  const [one, other] = [await control.createWorld('one'), await control.createWorld()]
  expect(one.url).toBe(`${server.url}/worlds/one`)
  await one.setCredits('acme', 7)
  await one.addFault({ kind: 'status', status: 503, nth: 2 })
  await one.clock.freeze()
  await one.setRateLimit({ requests: 3, windowMs: 3_600_000 })
  expect([await runEcho(one.url), await runEcho(one.url), await runEcho(one.url)]).toEqual([200, 503, 200])
  const before = await one.clock.now()
  expect(await one.clock.frozen()).toBe(true)
  expect([await runEcho(one.url), await runEcho(one.url)]).toEqual([200, 429])
  await one.clock.advance(3_600_000)
  expect(await runEcho(one.url)).toBe(200)
  expect(await one.clock.now()).toBe(before + 3_600_000)
  expect(await one.journal()).toHaveLength(6)
  expect(await other.journal()).toEqual([])
  expect(await other.creditBalance('acme')).toBe(1000)
  expect(await control.creditBalance('acme')).toBe(1000)
  expect(await runEcho(other.url)).toBe(200)
  const manifest = await fetch(`${one.url}/v1/public/wfhost/manifest`, {
    headers: { authorization: `Bearer ${sampleKeys.defaultEnvironment}` },
  })
  expect(await manifest.json()).toHaveProperty('executeUrl', `${one.url}/v1/public/wfhost/execute`)
  await Promise.all([one.remove(), other.remove()])
  await expect(one.journal()).rejects.toThrow('There is no world "one"')
  expect(await runEcho(one.url)).toBe(404)
})

test('reuses a world whose ID exists, and refuses an invalid ID', async () => {
  const world = await control.createWorld('again')
  await world.setCredits('acme', 1)
  expect(await (await control.createWorld('again')).creditBalance('acme')).toBe(1)
  await world.remove()
  for (const id of ['', '.', '..', 'a/b', 'x'.repeat(65), 'ü']) {
    await expect(control.createWorld(id)).rejects.toThrow(
      `Cannot create world "${id}": expected an id of 1 to 64 letters, digits, "_" and "-"`,
    )
  }
  const raw = await fetch(`${server.url}/__mock/worlds/a.b`, { method: 'PUT' })
  expect([raw.status, await raw.text()]).toEqual([400, expect.stringContaining('expected an id of 1 to 64')])
  await expect(world.remove()).rejects.toThrow('There is no world "again"')
})

test('lists and removes the created worlds, without the world at /', async () => {
  const { own } = hosted()
  expect(await own.listWorlds()).toEqual([])
  await own.createWorld('one')
  const two = await own.createWorld('two')
  const listed = await own.listWorlds()
  expect(listed.map(({ id, url }) => [id, url])).toEqual([
    ['one', 'http://localhost/worlds/one'],
    ['two', 'http://localhost/worlds/two'],
  ])
  await listed[1]?.setCredits('acme', 3)
  expect(await two.creditBalance('acme')).toBe(3)
  for (const world of listed) await world.remove()
  expect(await own.listWorlds()).toEqual([])
})

test('ends the waiting requests of a removed world', async () => {
  const { host, own } = hosted()
  const world = await own.createWorld('one')
  await world.clock.freeze()
  const response = run(at(world.url, host.fetch), { flowId: 'slow', key: sampleKeys.workflows.slow })
  await expect.poll(() => world.runs()).toMatchObject([{ status: 'running' }])
  await world.remove()
  expect(await response).toMatchObject({ body: { status: 'failed', error: { name: 'AbortError' } } })
})

test('reports a missing or other server with its behaviour', async () => {
  await expect(createMockControl('http://127.0.0.1:1').runs()).rejects.toThrow('Cannot reach http://127.0.0.1:1/__mock: bad port')
  for (const [code, remedy] of [
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'name a certificate to trust in NODE_EXTRA_CA_CERTS'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'name a certificate to trust in NODE_EXTRA_CA_CERTS'],
    ['CERT_HAS_EXPIRED', 'renew the certificate of the server, or correct the clock of this machine'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'use a host name that the certificate of the server has'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'the server does not use TLS: the URL may have to begin with http://'],
  ]) {
    const fetch = async () => Promise.reject(new TypeError('fetch failed', { cause: { code } }))
    const control = createMockControl('https://127.0.0.1:4010', { fetch })
    await expect(control.runs()).rejects.toThrow(`Cannot reach https://127.0.0.1:4010/__mock: ${code}; ${remedy}`)
  }
  const page = createMockControl('http://page.test', { fetch: async () => new Response('<html></html>') })
  await expect(page.runs()).rejects.toThrow(
    'Cannot use http://page.test/__mock: the server there is not wfhost-mock; POST /operations/runs got 200',
  )
})

test('an invalid URL and a broken seed are refused immediately, with the remedy', () => {
  for (const url of ['localhost', 'localhost:4010'])
    expect(() => createMockControl(url)).toThrow(
      `Cannot control "${url}": expected an http or https address without credentials and query, as in http://127.0.0.1:4010`,
    )
  const options: object = { tokn: 'x' }
  expect(() => createMockControl('http://127.0.0.1:4010', options)).toThrow('did you mean "token"?')
  expect(() => Reflect.apply(createMockHost, undefined, [createSampleWorld()])).toThrow(
    'Cannot create a host: expected a function that creates a seed, such as createSampleWorld, found object',
  )
})

test('64 clients with 100 tests each do not see each other', async () => {
  let ended = 0
  let crossed = 0
  async function oneTest(name: string, number: number): Promise<void> {
    const world: RemoteWorld = await control.createWorld(name)
    await world.setCredits('acme', number)
    const status = await runEcho(world.url, name)
    const [credits, received] = await Promise.all([world.creditBalance('acme'), world.journal({ args: { text: name } })])
    if (status !== 200 || credits !== number || received.length !== 1 || received[0]?.number !== 1) crossed += 1
    await world.remove()
    ended += 1
  }
  async function client(index: number): Promise<void> {
    for (let round = 0; round < 100; round += 1) await oneTest(`client-${index}-${round}`, index * 100 + round)
  }
  await Promise.all(Array.from({ length: 64 }, (_, index) => client(index)))
  expect(crossed).toBe(0)
  count({ isolation: { clients: 64, 'tests in worlds of their own': ended } })
}, 180_000)

test('removes an unused world, and keeps a world in use', async () => {
  let now = 0
  const { own } = hosted({ idleTimeout: 1000, now: () => now })
  const [idle, used] = [await own.createWorld('idle'), await own.createWorld('used')]
  const existing = async (): Promise<string[]> => (await own.listWorlds()).map(({ id }) => id)
  for (now = 100; now <= 1000; now += 100) await used.creditBalance('acme')
  now = 1000
  expect(await existing()).toEqual(['idle', 'used'])
  now = 1100
  expect(await existing()).toEqual(['used'])
  await expect(idle.creditBalance('acme')).rejects.toThrow('There is no world "idle"')
  expect(await used.creditBalance('acme')).toBe(1000)
})

test('the creation of a world does not keep other worlds in use', async () => {
  let now = 0
  const { own } = hosted({ idleTimeout: 1000, now: () => now })
  const [removed, idle] = [await own.createWorld(), await own.createWorld()]
  await removed.remove()
  now = 900
  await own.createWorld()
  now = 1100
  expect((await own.listWorlds()).map(({ id }) => id)).not.toContain(idle.id)
})

test('refuses more worlds than the host allows', async () => {
  const { own } = hosted({ maxWorlds: 1 })
  await own.createWorld()
  await expect(own.createWorld('two')).rejects.toThrow(
    'Cannot create world "two": there are 1 already; remove one, or raise maxWorlds',
  )
})

test('an idle world takes little memory', async () => {
  const { setFlagsFromString } = await import('node:v8')
  const { runInNewContext } = await import('node:vm')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { own } = hosted()
  await own.createWorld()
  collect()
  const before = process.memoryUsage().heapUsed
  const worlds = 500
  for (let index = 0; index < worlds; index += 1) await own.createWorld(`w${index}`)
  collect()
  const each = (process.memoryUsage().heapUsed - before) / worlds
  expect(each).toBeLessThan(20_000)
  count({ isolation: { 'bytes in an idle world': Math.round(each) } })
})

test('the control surface requires its token, and responds with 404 if it is closed', async () => {
  const host = createMockHost(createSampleWorld, { control: { token: 'secret-token' } })
  await expect(createMockControl('http://mock.test', { fetch: host.fetch }).faults()).rejects.toThrow('needs its token')
  expect(await createMockControl('http://mock.test', { fetch: host.fetch, token: 'secret-token' }).faults()).toEqual([])
  const closed = createMockHost(createSampleWorld, { control: false })
  const health = new Request('http://localhost/__mock/health')
  expect([(await host.fetch(health)).status, (await closed.fetch(health)).status]).toEqual([200, 404])
})

test('the control surface has a document of its own, and shadows no path of the API', async () => {
  const document: unknown = await (await fetch(`${server.url}/__mock/openapi.json`)).json()
  const operations = await getHttpOperationsFromSpec(Object(document))
  expect(operations.length).toBeGreaterThan(60)
  for (const { path } of operations) expect(path.startsWith('/__mock/')).toBe(true)
  for (const { path } of Object.values(operationTable)) expect(path).not.toMatch(/^\/(__mock|worlds)\//)
  expect(await (await fetch(`${server.url}/__mock/health`)).json()).toMatchObject({ status: 'ok' })
  for (const path of [
    '/__mock/',
    '/__mock/operations/constructor',
    '/__mock/operations/fetch',
    '/__mock/worlds/x/operations/runs',
  ]) {
    expect((await fetch(server.url + path, { method: 'POST' })).status).toBe(404)
  }
})
