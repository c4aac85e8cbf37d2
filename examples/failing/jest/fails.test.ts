import { expect, test } from '@jest/globals'
import { withTestWorld } from '@wfhost/mock-server/test-world'

test('a request that never came', () =>
  withTestWorld({}, async ({ fetch, service, url }) => {
    await fetch(new Request(`${url}/v1/public/wfhost/manifest`))
    expect(service).toHaveReceived({ operation: 'executeTool' })
  }))

test('an unexpected request', () =>
  withTestWorld({ strict: true }, async ({ fetch, url }) => {
    await fetch(new Request(`${url}/nothing`))
  }))
