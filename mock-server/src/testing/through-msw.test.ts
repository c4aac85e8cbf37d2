import { sampleKeys } from '@wfhost/mock-server'
import { type TestWorld, withTestWorld } from '@wfhost/mock-server/test-world'
import { type WorldFixtures, worldFixtures } from '@wfhost/mock-server/vitest'
import { createWorkflowClient } from '@wfhost/sdk'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { HttpResponse as HttpResponse2, http as http2 } from 'msw2'
import { setupServer as setupServer2 } from 'msw2/node'
import { test as base, expect } from 'vitest'

const test = base.extend<WorldFixtures>({ ...worldFixtures, worldOptions: { transport: 'msw', strict: true } })

function manifest(url: string): Promise<Response> {
  return fetch(`${url}/v1/public/wfhost/manifest`, { headers: { authorization: `Bearer ${sampleKeys.defaultEnvironment}` } })
}

for (const number of [1, 2, 3]) {
  test.concurrent(`code that calls the global fetch reaches the world of its test: ${number}`, async ({ world }) => {
    const client = createWorkflowClient({ baseUrl: world.url, apiKey: world.workflowKey('echo') })
    for (let sent = 0; sent < number; sent += 1) await client.run('echo', { number })
    expect(world.journal()).toHaveLength(number)
  })
}

test('a limit ends by the clock of the world, and a fault applies once', async ({ world }) => {
  world.clock.freeze()
  world.setRateLimit({ requests: 1, windowMs: 30_000 })
  expect([(await manifest(world.url)).status, (await manifest(world.url)).headers.get('retry-after')]).toEqual([200, '30'])
  await world.clock.advance(30_000)
  world.addFault({ kind: 'response-lost', count: 1 })
  await expect(manifest(world.url)).rejects.toThrow()
  world.setRateLimit(undefined)
  expect((await manifest(world.url)).status).toBe(200)
})

const baseUrl = 'https://workflows.example'

base('a fixed URL belongs to one world at a time, and to nobody afterwards', async () => {
  await withTestWorld({ transport: 'msw', baseUrl }, async () => {
    expect((await manifest(baseUrl)).status).toBe(200)
    await expect(withTestWorld({ transport: 'msw', baseUrl }, () => {})).rejects.toThrow(
      'another open world has https://workflows.example; leave out baseUrl',
    )
  })
  await expect(manifest(baseUrl)).rejects.toThrow()
})

base('a network that a test has already gets the world beside its own handlers', async () => {
  const network = setupServer()
  await expect(withTestWorld({ transport: 'msw', mswServer: network }, () => {})).rejects.toThrow('call its listen() first')
  network.listen({ onUnhandledFrame: 'error' })
  const use = async ({ url }: TestWorld): Promise<number> => (await manifest(url)).status
  expect(await withTestWorld({ transport: 'msw', mswServer: network }, use)).toBe(200)
  network.close()
})

const own = 'https://own.example/'

base.each([
  ['3', () => setupServer(http.get(own, () => HttpResponse.text('own')))],
  ['2', () => setupServer2(http2.get(own, () => HttpResponse2.text('own')))],
])('refuses a listening server of MSW %s that was not passed, and does not stop it', async (_version, create) => {
  const network = create()
  network.listen()
  await expect(withTestWorld({ transport: 'msw' }, () => {})).rejects.toThrow('pass it as mswServer')
  expect(await (await fetch(own)).text()).toBe('own')
  network.close()
  await withTestWorld({ transport: 'msw' }, async ({ url }) => expect((await manifest(url)).status).toBe(200))
})
