/** @jest-environment jest-fixed-jsdom */
import { expect, test } from '@jest/globals'
import { withTestWorld } from '@wfhost/mock-server/test-world'
import { createRegistryClient } from '@wfhost/sdk'

test('shows how many tools there are', () =>
  withTestWorld({ transport: 'msw' }, async ({ hostingKey, service, url }) => {
    const apiKey = hostingKey('default', 'acme')
    const { toolsets } = await createRegistryClient({ baseUrl: url, apiKey }).manifest()
    document.body.textContent = `${toolsets?.length} tool sets`
    expect(document.body.textContent).toBe('2 tool sets')
    expect(service).toHaveReceived({ operation: 'getPublicManifest', status: 200 })
  }))
