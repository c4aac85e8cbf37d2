import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { openTestWorld, type TestWorld, withTestWorld } from '@wfhost/mock-server/test-world'
import { type WorldFixtures, worldFixtures } from '@wfhost/mock-server/vitest'
import { createWorkflowClient } from '@wfhost/sdk'
import { HttpResponse, http, RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { HttpResponse as HttpResponse2, http as http2 } from 'msw2'
import { setupServer as setupServer2 } from 'msw2/node'
import { test as base, expect, vi } from 'vitest'

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
  ['https://workflows.example', 'https://workflows.example/'],
  ['https://workflows.example', 'https://Workflows.example:443'],
])('a world at %s takes the URL of one at %s', async (first, second) => {
  await withTestWorld({ transport: 'msw', baseUrl: first }, async () => {
    await expect(withTestWorld({ transport: 'msw', baseUrl: second }, () => {})).rejects.toThrow('another open world has')
  })
})

base('the URL of a world has no slash at its end, so that a path can follow', async () => {
  await withTestWorld({ transport: 'msw', baseUrl: `${baseUrl}/` }, async (world) => {
    expect(world.url).toBe(baseUrl)
    expect((await manifest(world.url)).status).toBe(200)
  })
})

const lateRequest =
  `wfhost: a request to the world of a test that has ended: GET ${baseUrl}/v1/public/wfhost/manifest; ` +
  'wait for it in the test, or abort it when the component unmounts'

/** Creates the MSW server of a test with a handler from its start, and another one that was added later. */
const serversOfTests = [
  [
    '3',
    () => {
      const server = setupServer(http.get(own, () => HttpResponse.text('initial')))
      return { server, override: () => server.use(http.get(own, () => HttpResponse.text('override'))) }
    },
  ],
  [
    '2',
    () => {
      const server = setupServer2(http2.get(own, () => HttpResponse2.text('initial')))
      return { server, override: () => server.use(http2.get(own, () => HttpResponse2.text('override'))) }
    },
  ],
] as const

base.each(serversOfTests)(
  'an MSW %s server of a test loses the world at its end, and keeps its other handlers',
  async (_version, create) => {
    const { override, server } = create()
    const onUnhandled = vi.fn()
    // MSW 2 and MSW 3 have different names for this option.
    server.listen({ onUnhandledRequest: onUnhandled, onUnhandledFrame: onUnhandled } as never)
    override()
    const read = async () => (await fetch(own)).text()

    await withTestWorld({ transport: 'msw', baseUrl, mswServer: server }, async () => {
      expect((await manifest(baseUrl)).status).toBe(200)
      expect(await read()).toBe('override')
      await expect(withTestWorld({ transport: 'msw', baseUrl, mswServer: server }, () => {})).rejects.toThrow(
        'another open world has',
      )
    })

    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    await expect(manifest(baseUrl)).rejects.toThrow()
    expect(logged.mock.calls).toEqual([[lateRequest]])
    expect(onUnhandled).not.toHaveBeenCalled()
    expect(await read()).toBe('override')
    server.resetHandlers()
    expect(await read()).toBe('initial')
    await expect(manifest(baseUrl)).rejects.toThrow()
    expect(onUnhandled).toHaveBeenCalled()
    server.close()
    logged.mockRestore()
  },
)

base('a world whose handler was removed by resetHandlers frees its URL', async () => {
  const server = setupServer()
  server.listen({ onUnhandledFrame: 'error' })
  const first = await openTestWorld({ transport: 'msw', baseUrl, mswServer: server })
  server.resetHandlers()

  await withTestWorld({ transport: 'msw', baseUrl, mswServer: server }, async () => {
    await first[Symbol.asyncDispose]()
    expect((await manifest(baseUrl)).status).toBe(200)
  })
  server.close()
})

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

/** Runs an action with an MSW server that listens, and returns what the console got meanwhile. */
async function withServer(server: ReturnType<typeof setupServer>, action: () => Promise<void>): Promise<readonly unknown[]> {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
  server.listen({ onUnhandledFrame: 'bypass' })
  try {
    await action()
    return logged.mock.calls.flat()
  } finally {
    server.close()
    logged.mockRestore()
  }
}

base('a late request to the world of an ended test never reaches the server that listens at its URL', async () => {
  const service = createMockService(createSampleWorld())
  await using real = await listen(service)
  const network = setupServer()

  const logged = await withServer(network, async () => {
    const sent = await withTestWorld({ transport: 'msw', baseUrl: `${real.url}/api`, mswServer: network }, ({ url }) => ({
      late: () => manifest(url),
    }))
    await expect(sent.late()).rejects.toThrow()
    // A server at another path of the same origin is not affected.
    expect((await manifest(real.url)).status).toBe(200)
  })

  expect(logged).toEqual([expect.stringContaining(`GET ${real.url}/api/v1/public/wfhost/manifest; wait for it in the test`)])
  expect(service.journal().map(({ request }) => request.path)).toEqual(['/v1/public/wfhost/manifest'])
})

base('after the end of a world, its URL serves the next world, and the handlers of the test', async () => {
  const network = setupServer()
  const options = { transport: 'msw', baseUrl, mswServer: network } as const

  const logged = await withServer(network, async () => {
    for (const _test of [1, 2, 3]) {
      await withTestWorld(options, async () => expect((await manifest(baseUrl)).status).toBe(200))
    }
    network.use(http.get(`${baseUrl}/v1/*`, () => HttpResponse.text('own'), { once: true }))
    await withTestWorld(options, () => {})
    expect(await (await manifest(baseUrl)).text()).toBe('own')
    await expect(manifest(baseUrl)).rejects.toThrow()
  })

  expect(logged).toEqual([lateRequest])
})

base('a thousand tests with one URL leave one handler that responds, and none of their worlds', async () => {
  const network = setupServer()
  await withServer(network, async () => {
    for (let count = 0; count < 1000; count += 1) await withTestWorld({ transport: 'msw', baseUrl, mswServer: network }, () => {})
    const handlers = network.listHandlers().filter((handler) => handler instanceof RequestHandler)
    const request = new Request(baseUrl)
    const matches = await Promise.all(handlers.map((handler) => handler.test({ request })))
    expect(matches.filter(Boolean)).toHaveLength(1)
  })
})

base('a late request is refused while the world of a concurrent test is open', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
  await withTestWorld({ transport: 'msw' }, async (other) => {
    await withTestWorld({ transport: 'msw', baseUrl }, () => {})
    await expect(manifest(baseUrl)).rejects.toThrow()
    expect(logged.mock.calls).toEqual([[lateRequest]])
    expect((await manifest(other.url)).status).toBe(200)
    await withTestWorld({ transport: 'msw', baseUrl }, async () => expect((await manifest(baseUrl)).status).toBe(200))
  })
  logged.mockRestore()
})
