/** @jest-environment jest-fixed-jsdom */
import { expect, test } from '@jest/globals'
import { withTestWorld } from '@wfhost/mock-server/test-world'
import { createRegistryClient } from '@wfhost/sdk'

test('shows the number of tools', () =>
  withTestWorld({ transport: 'msw' }, async (world) => {
    const apiKey = world.hostingKey('default', 'acme')
    const { toolsets } = await createRegistryClient({ baseUrl: world.url, apiKey }).manifest()
    document.body.textContent = `${toolsets?.length} tool sets`
    expect(document.body.textContent).toBe('2 tool sets')
    expect(world).toHaveReceived({ operation: 'getPublicManifest', status: 200 })
  }))
