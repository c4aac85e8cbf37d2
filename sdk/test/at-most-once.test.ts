import { createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { FAULTS, type Fault } from './faults.ts'
import { startRawServer } from './raw-server.ts'

const options = { apiKey: 'canary', random: () => 0 }
const CALLS = {
  run: (url: string, timeout: number) => createWorkflowClient({ ...options, baseUrl: url, timeout }).run('flow'),
  execute: (url: string, timeout: number) => createRegistryClient({ ...options, baseUrl: url, timeout }).execute({ tool: 'x' }),
} as const

describe.each(Object.entries(CALLS))('%s acts at most once when the server', (_, call) => {
  test.concurrent.each(FAULTS)('$name', async (fault: Fault) => {
    const server = await startRawServer(fault.plan)
    // What ends by itself may take as long as a busy machine needs.
    const outcome = await call(server.url, fault.endless ? 500 : 60_000).then(
      () => ({ name: 'success', mayHaveRun: undefined }),
      (error: { name: string; mayHaveRun: boolean }) => error,
    )
    await server.close()
    expect(server.counted.executions).toBeLessThanOrEqual(1)
    expect(outcome.name).toBe(fault.outcome)
    if (fault.mayHaveRun !== 'either') expect(outcome.mayHaveRun).toBe(fault.mayHaveRun)
    if (fault.requests !== undefined) expect(server.counted.requests).toBe(fault.requests)
    if (server.counted.executions === 1 && outcome.name !== 'success') expect(outcome.mayHaveRun).toBe(true)
  })
})
