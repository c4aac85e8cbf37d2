import { createManualClock, createSeededRandom, type VirtualClock } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { openTestWorld, withTestWorld } from './test-world.ts'

test('closes the server of a world also when its test fails', async () => {
  let url = ''
  const failing = withTestWorld({ transport: 'http' }, async (world) => {
    url = world.url
    throw new Error('the test failed')
  })
  await expect(failing).rejects.toThrow('the test failed')
  await expect(fetch(url)).rejects.toThrow()
})

test('is closed at the end of the block that uses it', async () => {
  const urls: string[] = []
  {
    await using world = await openTestWorld({ transport: 'http' })
    urls.push(world.url)
    expect((await fetch(world.url)).status).toBe(404)
  }
  await expect(fetch(urls[0] ?? '')).rejects.toThrow()
})

test('rejects at the end of its block when it is strict and received a wrong request', async () => {
  async function useWorld(): Promise<void> {
    await using world = await openTestWorld({ strict: true })
    await world.fetch(`${world.url}/nothing`)
  }
  await expect(useWorld()).rejects.toThrow('Unexpected requests')
})

test('may be closed before its test ends', async () => {
  await withTestWorld({ transport: 'msw' }, async (world) => world[Symbol.asyncDispose]())
})

test('returns the value of its test, also without a promise', async () => {
  const credits: number = await withTestWorld({}, ({ creditBalance }) => creditBalance('acme'))
  expect(credits).toBe(1000)
})

test('a strict world fails its test for a request that the document does not have', async () => {
  const strict = withTestWorld({ strict: true }, async (world) => {
    await world.fetch(new Request(`${world.url}/nothing`))
  })
  await expect(strict).rejects.toThrow('Unexpected requests (1):')
})

test('a strict world accepts requests that its test excepts', async () => {
  const except = [{ path: '/nothing' }]
  await withTestWorld({ strict: { except } }, async (world) => {
    await world.fetch(new Request(`${world.url}/nothing`))
  })
  const unmet = withTestWorld({ strict: { except, everyFaultMatched: true } }, async (world) => {
    world.addFault({ kind: 'hang' })
  })
  await expect(unmet).rejects.toThrow('Faults that matched no request (1):')
})

test('a key that the seed leaves to chance has a name', async () => {
  const toolHostingKeys = [{ name: 'Default', environment: 'default' }]
  const seed = () => ({ organizations: [{ id: 'acme', environments: [{ name: 'default' }], toolHostingKeys }] })
  await withTestWorld({ seed }, async (world) => {
    const headers = { authorization: `Bearer ${world.hostingKey('default')}` }
    const response = await world.fetch(new Request(`${world.url}/v1/public/wfhost/manifest`, { headers }))
    expect(response.status).not.toBe(401)
  })
})

test('each test has its own clock and random numbers', async () => {
  const clocks: VirtualClock[] = []
  const clock = () => {
    const made = createManualClock(0)
    clocks.push(made)
    return made
  }
  const seen: unknown[] = []
  for (const _ of ['first test', 'second test']) {
    await withTestWorld({ clock, random: () => createSeededRandom(7) }, async ({ clock: { now }, regenerateKey }) => {
      seen.push([now(), regenerateKey('echo')])
      await clocks.at(-1)?.advance(60_000)
      expect(now()).toBe(60_000)
    })
  }
  expect(seen).toHaveLength(2)
  expect(seen[1]).toEqual(seen[0])
})

test('a strict world reports its own failure together with the failure of its test (M2)', async () => {
  const failing = withTestWorld({ strict: true }, async (world) => {
    await world.fetch(`${world.url}/nothing`)
    throw new Error('the button is missing')
  })
  await expect(failing).rejects.toMatchObject({
    message: 'the button is missing',
    cause: { message: expect.stringContaining('GET /nothing: the document has no such operation') },
  })
  const thrown = withTestWorld({ strict: true }, async (world) => {
    await world.fetch(`${world.url}/nothing`)
    throw 'a text'
  })
  await expect(thrown).rejects.toThrow(/^a text\nMockStateError: Unexpected requests/)
})

test.each(['http', 'msw'] as const)(
  'pages of other origins may call a world over %s where cors says so (M3)',
  async (transport) => {
    const origin = 'http://localhost:3000'
    const requestHeaders = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' }
    const ask = (cors: boolean) =>
      withTestWorld({ transport, cors }, async ({ journal, url }) => {
        const path = `${url}/v1/public/wfhost/manifest`
        const responses = [
          await fetch(path, { method: 'OPTIONS', headers: requestHeaders }),
          await fetch(path, { headers: { origin } }),
        ]
        const permissions = responses.map(({ headers, status }) => [
          status,
          headers.get('access-control-allow-origin'),
          headers.get('vary'),
        ])
        return { permissions, received: journal().length }
      })
    expect(await ask(true)).toEqual({
      permissions: [
        [204, origin, 'Origin'],
        [401, origin, 'Origin'],
      ],
      received: 1,
    })
    expect(await ask(false)).toEqual({
      permissions: [
        [405, null, null],
        [401, null, null],
      ],
      received: 2,
    })
  },
)
