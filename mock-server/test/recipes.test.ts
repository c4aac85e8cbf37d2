import { sampleKeys } from '@wfhost/mock-server'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { POST } from '../../examples/next/app/api/triage/route.ts'
import { register } from '../../examples/next/instrumentation.ts'
import meta, * as stories from '../../examples/storybook/credits.stories.ts'
import { baseUrl, worldForEachStory } from '../../examples/storybook/world-for-each-story.ts'

describe('the recipe for Storybook', () => {
  const network = setupServer()
  const beforeEach = worldForEachStory(network)

  beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
  afterAll(() => network.close())

  async function show(story: { readonly parameters?: Parameters<typeof beforeEach>[0]['parameters'] }): Promise<string> {
    const cleanUp = await beforeEach({ parameters: story.parameters ?? {} })
    const shown = await meta.render()
    cleanUp()
    return shown
  }

  test('gives each story a world of its own', async () => {
    expect(await Promise.all([await show(stories.Enough), await show(stories.NoneLeft), await show(stories.Enough)])).toEqual([
      'Counted',
      'No credits are left',
      'Counted',
    ])
  })

  test('begins anew each time that a story is shown', async () => {
    const one = {
      parameters: { world: (mock: { setCredits(orgId: string, credits: number): void }) => mock.setCredits('acme', 1) },
    }
    expect([await show(one), await show(one)]).toEqual(['Counted', 'Counted'])
  })

  test('leaves nothing behind', async () => {
    await show(stories.Enough)
    await expect(fetch(`${baseUrl}/v1/public/wfhost/manifest`)).rejects.toThrow()
  })
})

describe('the recipe for Next.js', () => {
  const request = (): Request =>
    new Request('http://localhost:3000/api/triage', { method: 'POST', body: '{"subject":"My invoice is wrong"}' })

  test('lets the service in where the server of Next.js starts, and only when it is asked to', async () => {
    vi.stubEnv('WFHOST_BASE_URL', 'http://127.0.0.1:2')
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
