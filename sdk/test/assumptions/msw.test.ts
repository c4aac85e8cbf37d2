import { sampleKeys } from '@wfhost/mock-server'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { createRegistryClient, createWorkflowClient, unwrap } from '@wfhost/sdk'
import { setupServer } from 'msw/node'
import { expect, test } from 'vitest'
import { describeWithAssumptions } from './describe-with-assumptions.ts'

describeWithAssumptions('A client that was made before MSW starts', ({ createService }) => {
  test('is intercepted until MSW is closed', async () => {
    // No server listens at this port: systems assign only lower ports.
    const baseUrl = 'http://127.0.0.1:65535'
    const workflows = createWorkflowClient({ baseUrl, apiKey: sampleKeys.workflows, maxRetries: 0 })
    const registry = createRegistryClient({ baseUrl: baseUrl, apiKey: sampleKeys.defaultEnvironment })
    const network = setupServer(createMswHandler(createService(), { baseUrl }))
    network.listen({ onUnhandledFrame: 'error' })
    expect(unwrap(await workflows.run('echo', { text: 'x' }))).toEqual({ text: 'x' })
    expect(JSON.stringify(await registry.manifest())).toContain('"weather"')
    network.close()
    await expect(workflows.run('echo')).rejects.toMatchObject({ name: 'APIConnectionError', mayHaveRun: false })
  })
})
