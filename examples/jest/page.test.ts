/** @jest-environment jest-fixed-jsdom */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { createRegistryClient } from '@wfhost/sdk'
import { setupServer } from 'msw/node'

const registryUrl = 'https://workflows.example'
const network = setupServer()

beforeAll(() => network.listen())
afterEach(() => network.resetHandlers())
afterAll(() => network.close())

test('shows how many tools there are', async () => {
  const mock = createMockService(createSampleWorld())
  network.use(createMswHandler(mock, { baseUrl: registryUrl }))
  const { toolsets } = await createRegistryClient({ registryUrl, apiKey: sampleKeys.defaultEnvironment }).manifest()
  document.body.textContent = `${toolsets?.length} tool sets`
  expect(document.body.textContent).toBe('2 tool sets')
  expect(mock).toHaveReceived({ operation: 'getPublicManifest', status: 200 })
  mock.stop()
})
