import { createMockService, createSampleWorld, type MockService, sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { run } from './call-api.ts'

function sample(): MockService {
  return createMockService(createSampleWorld())
}

/** Runs a workflow several times, and returns the statuses of the responses. */
async function runEcho(service: MockService, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let started = 0; started < times; started += 1) {
    const { status } = await run(service, { flowId: 'echo', key: sampleKeys.workflows.echo, args: {} })
    statuses.push(status)
  }
  return statuses
}

test('a fault that another one hides keeps its count for the next request', async () => {
  const service = sample()
  service.addFault({ kind: 'status', status: 503, count: 2 })
  service.addFault({ kind: 'status', status: 429, count: 1 })
  expect(await runEcho(service, 4)).toEqual([503, 503, 429, 200])
  expect(service.faults().map(({ matched }) => matched)).toEqual([2, 1])
})

test('a fault that another one hides has matched no request, and is not in the journal', async () => {
  const service = sample()
  service.addFault({ kind: 'truncated-json' })
  service.addFault({ kind: 'status', status: 503 })
  expect(await runEcho(service, 1)).toEqual([503])
  expect(service.faults().map(({ matched }) => matched)).toEqual([0, 1])
  expect(service.journal()).toMatchObject([{ faults: ['status'] }])
  expect(() => service.verify({ everyFaultMatched: true })).toThrow('fault_1: {"kind":"truncated-json"}')
})

test('nth also counts the requests on which another fault hides it', async () => {
  const service = sample()
  service.addFault({ kind: 'status', status: 503, nth: 1 })
  service.addFault({ kind: 'status', status: 429, nth: 2 })
  expect(await runEcho(service, 3)).toEqual([503, 429, 200])
})
