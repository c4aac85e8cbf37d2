import { createMockService, type MockService, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { createRegistryClient } from '@wfhost/sdk'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { POST } from '../../examples/next/app/api/triage/route.ts'
import { register } from '../../examples/next/instrumentation.ts'
import { baseUrl, worldForEachStory } from '../../examples/storybook/.storybook/world-for-each-story.ts'

describe('the recipe for Storybook', () => {
  const network = setupServer()
  const beforeEach = worldForEachStory(network)

  beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
  afterAll(() => network.close())

  async function show(world?: (mock: MockService) => void): Promise<string> {
    const cleanUp = await beforeEach({ parameters: world === undefined ? {} : { world } })
    const client = createRegistryClient({ registryUrl: baseUrl, apiKey: sampleKeys.defaultEnvironment, maxRetries: 0 })
    const execution = await client.execute({ toolset: 'mail', tool: 'count' }).catch((error: Error) => error)
    cleanUp()
    return execution instanceof Error ? 'No credits are left' : 'Counted'
  }

  test('gives each story a world of its own', async () => {
    const noneLeft = (mock: MockService): void => mock.setCredits('acme', 0)
    expect([await show(), await show(noneLeft), await show()]).toEqual(['Counted', 'No credits are left', 'Counted'])
  })

  test('begins anew each time that a story is shown', async () => {
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

  test('serves the service where the server of Next.js starts, and only when it is asked to', async () => {
    const free = await listen(createMockService())
    await free.close()
    vi.stubEnv('WFHOST_BASE_URL', free.url)
    vi.stubEnv('WFHOST_API_KEY', sampleKeys.workflows['support-triage'])
    vi.stubEnv('MOCK_WORKFLOWS', '1')
    vi.stubEnv('NEXT_RUNTIME', 'edge')
    await register()
    await expect(POST(request())).rejects.toThrow('the request could not be sent (ECONNREFUSED)')
    vi.stubEnv('NEXT_RUNTIME', 'nodejs')
    await register()
    expect(await (await POST(request())).json()).toMatchObject({ team: 'billing' })
    vi.unstubAllEnvs()
  })
})
