import { type WorldFixtures, worldFixtures } from '@wfhost/mock-server/vitest'
import { test as base, expect } from 'vitest'
import '../matchers'

const test = base.extend<WorldFixtures>(worldFixtures)
const strictTest = base.extend<WorldFixtures>({ ...worldFixtures, worldOptions: { strict: true } })

test('a request that never came', async ({ world }) => {
  await world.fetch(new Request(`${world.url}/v1/public/wfhost/manifest`))
  expect(world).toHaveReceived({ operation: 'executeTool' })
})

strictTest('an unexpected request', async ({ world }) => {
  await world.fetch(new Request(`${world.url}/nothing`))
})
