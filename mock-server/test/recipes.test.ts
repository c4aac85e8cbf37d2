import { createHmac } from 'node:crypto'
import { createMockService, createSampleWorld, type MockService, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { createRegistryClient } from '@wfhost/sdk'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { POST } from '../../examples/next/app/api/triage/route.ts'
import { POST as receive } from '../../examples/next/app/api/webhook/route.ts'
import { register } from '../../examples/next/instrumentation.ts'
import { baseUrl, worldForEachStory } from '../../examples/storybook/.storybook/world-for-each-story.ts'

describe('the recipe for Storybook', () => {
  const network = setupServer()
  const beforeEach = worldForEachStory(network)

  beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
  afterAll(() => network.close())

  async function show(world?: (mock: MockService) => void): Promise<string> {
    const cleanUp = await beforeEach({ parameters: world === undefined ? {} : { world } })
    const client = createRegistryClient({ baseUrl: baseUrl, apiKey: sampleKeys.defaultEnvironment, maxRetries: 0 })
    const execution = await client.execute({ toolset: 'mail', tool: 'count' }).catch((error: Error) => error)
    cleanUp()
    return execution instanceof Error ? 'No credits are left' : 'Counted'
  }

  test('gives each story its own world', async () => {
    const noneLeft = (mock: MockService): void => mock.setCredits('acme', 0)
    expect([await show(), await show(noneLeft), await show()]).toEqual(['Counted', 'No credits are left', 'Counted'])
  })

  test('starts again each time that a story is shown', async () => {
    const oneLeft = (mock: MockService): void => mock.setCredits('acme', 1)
    expect([await show(oneLeft), await show(oneLeft)]).toEqual(['Counted', 'Counted'])
  })

  test('leaves nothing behind', async () => {
    await show()
    await expect(fetch(`${baseUrl}/v1/public/wfhost/manifest`)).rejects.toThrow()
  })
})

describe('the recipe for Next.js', () => {
  const request = (): Request =>
    new Request('http://localhost:3000/api/triage', { method: 'POST', body: '{"subject":"My invoice is wrong"}' })

  test('serves the service where the server of Next.js starts, and only if MOCK_WORKFLOWS is set', async () => {
    const free = await listen(createMockService())
    await free.close()
    vi.stubEnv('WFHOST_BASE_URL', free.url)
    vi.stubEnv('WFHOST_API_KEY', sampleKeys.workflows['support-triage'])
    vi.stubEnv('MOCK_WORKFLOWS', '1')
    vi.stubEnv('NEXT_RUNTIME', 'edge')
    await register()
    await expect(POST(request())).rejects.toThrow(/could not be sent to .+ \(ECONNREFUSED\)/)
    vi.stubEnv('NEXT_RUNTIME', 'nodejs')
    await register()
    expect(await (await POST(request())).json()).toMatchObject({ team: 'billing' })
    vi.unstubAllEnvs()
  })

  test('starts one run for each webhook, and none for a wrong signature or body', async () => {
    const service = createMockService(createSampleWorld())
    const server = await listen(service)
    vi.stubEnv('WFHOST_BASE_URL', server.url)
    vi.stubEnv('WEBHOOK_INTAKE_KEY', sampleKeys.workflows['webhook-intake'])
    vi.stubEnv('WEBHOOK_SECRET', 'shared with the sender')
    const body = '{ "action": "opened" }'
    expect(await deliver({ id: '1', body, secret: 'of somebody else' })).toBe(401)
    expect(await deliver({ id: '1', body })).toBe(202)
    expect(await deliver({ id: '1', body })).toBe(202)
    expect(await deliver({ id: '2', body: 'action=opened' })).toBe(400)
    expect(service.journal({ args: { payload: body } })).toHaveLength(1)
    // A request that may have run is not repeated; a refused one is.
    service.addFault({ kind: 'response-lost', count: 1 })
    expect([await deliver({ id: '3', body }), await deliver({ id: '3', body })]).toEqual([202, 202])
    expect(service.journal()).toHaveLength(2)
    service.addFault({ kind: 'status', status: 403, count: 1 })
    await expect(deliver({ id: '4', body })).rejects.toThrow()
    expect(await deliver({ id: '4', body })).toBe(202)
    expect(service.journal()).toHaveLength(4)
    await server.close()
    vi.unstubAllEnvs()
  })
})

interface Delivery {
  readonly id: string
  readonly body: string
  readonly secret?: string
}

async function deliver({ body, id, secret = 'shared with the sender' }: Delivery): Promise<number> {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const headers = { 'x-github-delivery': id, 'x-hub-signature-256': signature }
  const { status } = await receive(new Request('http://localhost:3000/api/webhook', { method: 'POST', body, headers }))
  return status
}
