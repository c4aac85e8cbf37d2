import { createMockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkService } from '../../proof/contract-server.ts'
import { contractFixtures, createContractWorld } from '../../proof/contract-world.ts'

test('a slow workflow that ends long before the declared time blocks run-sync, as its time shows nothing', async () => {
  const slow = { ...contractFixtures.slow, durationMs: 4000 }
  const service = createMockService(createContractWorld())
  const { report } = await checkService(service, { fixtures: { ...contractFixtures, slow }, only: ['run-sync'] })
  expect(report.checks).toMatchObject([
    {
      verdict: 'blocked',
      message: expect.stringMatching(/expected a run of 4000 ms, as fixtures.slow.durationMs says, found \d+ ms/),
    },
  ])
})
