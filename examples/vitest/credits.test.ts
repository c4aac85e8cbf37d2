import { type WorldFixtures, worldFixtures } from '@wfhost/mock-server/vitest'
import { createRegistryClient, RateLimitError } from '@wfhost/sdk'
import { test as base, expect } from 'vitest'
import './matchers'

const test = base.extend<WorldFixtures>(worldFixtures)
const call = { toolset: 'mail', tool: 'count' }

for (const credits of [1, 2, 3, 4]) {
  test.concurrent(`a world with ${credits} credits`, async ({ world }) => {
    world.setCredits('acme', credits)
    const apiKey = world.hostingKey('default', 'acme')
    const client = createRegistryClient({ baseUrl: world.url, apiKey, fetch: world.fetch })
    await client.execute(call)
    expect(world.creditBalance('acme')).toBe(credits - 1)
    expect(world).toHaveReceived({ operation: 'executeTool', status: 200 }, 1)
  })
}

test('the rate limit says when to retry', async ({ world }) => {
  world.setRateLimit({ requests: 1, windowMs: 60_000 })
  const apiKey = world.hostingKey('default', 'acme')
  const client = createRegistryClient({ baseUrl: world.url, apiKey, fetch: world.fetch, maxRetries: 0 })
  await client.manifest()
  const error = await client.manifest().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RateLimitError)
  expect(error).toMatchObject({ status: 429, retryAfterMs: expect.any(Number) })
})
