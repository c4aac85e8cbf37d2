import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { createRegistryClient, createWorkflowClient, unwrap } from '@wfhost/sdk'
import { setupServer } from 'msw/node'
import { expect, test } from 'vitest'

const network = setupServer()

test('A client that was made before MSW starts is intercepted, and no longer once it is closed', async () => {
  const baseUrl = 'https://flows.invalid'
  const workflows = createWorkflowClient({ baseUrl, apiKey: sampleKeys.workflows, maxRetries: 0 })
  const registry = createRegistryClient({ registryUrl: baseUrl, apiKey: sampleKeys.defaultEnvironment })
  network.listen({ onUnhandledFrame: 'error' })
  network.use(createMswHandler(createMockService(createSampleWorld()), { baseUrl }))
  expect(unwrap(await workflows.run('echo', { text: 'x' }))).toEqual({ text: 'x' })
  expect((await registry.manifest()).toolsets).toHaveLength(2)
  network.close()
  await expect(workflows.run('echo')).rejects.toMatchObject({ name: 'APIConnectionError', mayHaveRun: false })
})
