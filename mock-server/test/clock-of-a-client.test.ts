import { createManualClock, createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { createWorkflowClient } from '@wfhost/sdk'
import { expect, test, vi } from 'vitest'

test('one clock of the mock server advances the rate limit and the client that waits for it', async () => {
  const clock = createManualClock()
  const service = createMockService(createSampleWorld(), { clock })
  service.setRateLimit({ requests: 1, windowMs: 60_000 })
  const { fetch } = service
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch, clock })
  await client.run('echo', { text: 'first' })

  const second = client.run('echo', { text: 'second' })
  await vi.waitFor(() => expect(service.journal().map(({ response }) => response?.status)).toEqual([200, 429]))
  await clock.advance(59_000)
  expect(service.journal()).toHaveLength(2)
  await clock.advance(2_000)

  expect((await second).status).toBe('success')
})
