import { createRegistryClient, createWorkflowClient, type WorkflowClientOptions } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { FAULTS, type Fault } from './faults.ts'
import { startRawServer } from './raw-server.ts'
import { TRANSPORTS } from './transports.ts'

const options = { apiKey: 'canary', random: () => 0 }

interface CallSettings {
  readonly baseUrl: string
  readonly timeout: number
  readonly transport: WorkflowClientOptions['transport']
}

const CALLS = [
  { method: 'run', call: (settings: CallSettings) => createWorkflowClient({ ...options, ...settings }).run('flow') },
  {
    method: 'execute',
    call: (settings: CallSettings) => createRegistryClient({ ...options, ...settings }).execute({ tool: 'x' }),
  },
]

const CASES = CALLS.flatMap((call) => TRANSPORTS.map((transport) => ({ ...call, ...transport })))

describe.each(CASES)('$method over $over acts at most once when the server', ({ call, transport }) => {
  test.concurrent.each(FAULTS)('$name', async (fault: Fault) => {
    const server = await startRawServer(fault.plan)
    // A case that ends by itself may take as long as a busy machine needs.
    const outcome = await call({ baseUrl: server.url, timeout: fault.endless ? 500 : 60_000, transport }).then(
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
