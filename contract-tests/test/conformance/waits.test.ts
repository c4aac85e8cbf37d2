import { createMockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkService } from '../../proof/contract-server.ts'
import { contractFixtures, createContractWorld } from '../../proof/contract-world.ts'

test('a run of everything waits as often as something has to settle, and says how long', async () => {
  const settleMs = 100
  const { report } = await checkService(createMockService(createContractWorld()), { settleMs })
  const { durationMs: slowMs } = contractFixtures.slow
  const waited = Object.fromEntries(report.waited.map(({ durationMs, reason }) => [reason, durationMs]))
  // Nine times for effects that come late, thrice for a run too many, and for the starts that nobody counted.
  expect(waited['runs to show that they ended']).toBeLessThan(9 * settleMs + (3 + 20) * slowMs)
  expect(waited['executions to show in the credits']).toBeLessThan(5 * settleMs)
  expect(waited['Retry-After to pass']).toBeGreaterThan(0)
})

test('a start that takes longer than a quick run, and less than that and the workflow, is not acquitted', async () => {
  const durationMs = 200
  const service = createMockService(createContractWorld({ slowMs: durationMs }))
  const fixtures = { ...contractFixtures, slow: { ...contractFixtures.slow, durationMs } }
  const fetch = async (request: Request): Promise<Response> => {
    const isSlow = request.url.includes('/slow/')
    const [response] = await Promise.all([
      service.fetch(request),
      new Promise((resolve) => setTimeout(resolve, isSlow ? durationMs + 5 : 0.45 * durationMs)),
    ])
    return response
  }
  const { report } = await checkService({ ...service, fetch }, { fixtures, only: ['run-async'] })
  const check = report.checks.find(({ id }) => id === 'run-async')
  expect(check).toMatchObject({
    verdict: 'blocked',
    message: expect.stringContaining('expected a server that is not too busy to tell who waits'),
  })
})
