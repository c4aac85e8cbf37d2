import { test as base, expect } from '@playwright/test'
import { matchers } from '@wfhost/mock-server/matchers'
import { type WorldFixtures, worldFixtures } from '@wfhost/mock-server/playwright'

expect.extend(matchers)
const test = base.extend<WorldFixtures>(worldFixtures)
test.use({ worldOptions: { strict: true } })

test('a request that never came', async ({ world }) => {
  await world.fetch(new Request(`${world.url}/v1/public/wfhost/manifest`))
  expect(world).toHaveReceived({ operation: 'executeTool' })
})

test('an unexpected request', async ({ world }) => {
  await world.fetch(new Request(`${world.url}/nothing`))
})
