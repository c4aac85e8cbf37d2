import { type WorldFixtures, worldFixtures } from '@wfhost/mock-server/vitest'
import { test as base } from 'vitest'

const test = base.extend<WorldFixtures>({ ...worldFixtures, worldOptions: { transport: 'http' } })

// Fails in a page only.
test('a world over HTTP', async ({ world }) => {
  await world.fetch(new Request(`${world.url}/v1/public/wfhost/manifest`))
})
