import { createMockHost, createMockService, createSampleWorld, type Fetch, toHar } from '@wfhost/mock-server'
import { createGuard, createReplay } from '@wfhost/mock-server/guard'
import { listen } from '@wfhost/mock-server/http'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { setupServer } from 'msw/node'
import { describe, expect, test } from 'vitest'

const manifest = '/v1/public/wfhost/manifest'
const service = createMockService()
await service.fetch(`http://localhost${manifest}`)

const targets: readonly (readonly [string, { readonly fetch: Fetch }])[] = [
  ['a service', service],
  ['a host', createMockHost(createSampleWorld)],
  ['a guard', createGuard({ fetch: service.fetch })],
  ['a replay', createReplay(JSON.stringify(toHar(service.journal(), 'http://localhost')))],
]
const accepted = targets.flatMap(([name, target]) => [
  [name, target] as const,
  [`the fetch of ${name}`, target.fetch] as const,
  [`a function that calls ${name}`, (request: Request) => target.fetch(request)] as const,
])

describe.each(targets)('the fetch of %s', (...[, { fetch }]) => {
  test('accepts the arguments of the global fetch', async () => {
    expect((await fetch(`http://localhost${manifest}`)).status).toBe(401)
    expect((await fetch(new URL(manifest, 'http://localhost'), { method: 'GET' })).status).toBe(401)
    expect((await fetch(new Request(`http://localhost${manifest}`))).status).toBe(401)
  })
})

describe.each(accepted)('%s', (...[, target]) => {
  test('is accepted by createMswHandler', async () => {
    const network = setupServer(createMswHandler(target, { baseUrl: 'https://workflows.example' }))
    network.listen()
    const response = await fetch(`https://workflows.example${manifest}`)
    network.close()
    expect(response.status).toBe(401)
  })

  test('is accepted by listen', async () => {
    const server = await listen(target)
    const response = await fetch(server.url + manifest)
    await server.close()
    expect(response.status).toBe(401)
  })
})

test('is refused with a sentence when it has no fetch', async () => {
  await expect(Reflect.apply(listen, undefined, [{}])).rejects.toThrow(
    'Cannot listen: expected a service, or another object with a fetch, and found none in it',
  )
})
