import { expect, test } from '@jest/globals'
import { withTestWorld } from '@wfhost/mock-server/test-world'

test('a request that never came', () =>
  withTestWorld({}, async (world) => {
    await world.fetch(new Request(`${world.url}/v1/public/wfhost/manifest`))
    expect(world).toHaveReceived({ operation: 'executeTool' })
  }))

test('an unexpected request', () =>
  withTestWorld({ strict: true }, async ({ fetch, url }) => {
    await fetch(new Request(`${url}/nothing`))
  }))
