import { createMockService, type MockService } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { checkService } from '../../proof/contract-server.ts'
import { contractFixtures, createContractWorld } from '../../proof/contract-world.ts'
import { createLocalHooks } from '../../proof/local-hooks.ts'
import type { CheckResult } from '../../src/engine/conformance-report.ts'

test('a failure by the balance of credits shows the balance before and after, and the last execution', async () => {
  const check = await checkOf('exe-credit', (service) => ({ ...service, creditBalance: () => 7 }))
  expect(check).toMatchObject({ verdict: 'fail', failedExchange: 3 })
  expect(check.hookCalls).toEqual([
    { hook: 'creditBalance', given: '', answer: '7', afterExchanges: 0 },
    { hook: 'creditBalance', given: '', answer: '7', afterExchanges: 6 },
  ])
})

test('a key that a hook gave is not shown, and what it was given is', async () => {
  const check = await checkOf('key-regenerated')
  expect(check.hookCalls).toEqual([{ hook: 'regenerateKey', given: 'echo', answer: '$REGENERATED_KEY', afterExchanges: 2 }])
})

test('a check that calls no hook says nothing of any', async () => {
  expect(await checkOf('run-ok')).not.toHaveProperty('hookCalls')
})

async function checkOf(id: string, change = (service: MockService) => service): Promise<CheckResult> {
  const service = change(createMockService(createContractWorld()))
  const { report } = await checkService(service, { fixtures: contractFixtures, hooks: createLocalHooks(service), only: [id] })
  const check = report.checks.find((one) => one.id === id)
  if (check === undefined) throw new Error(`Cannot find ${id} in the report`)
  return check
}
