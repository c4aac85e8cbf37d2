import { createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import { afterAll, describe, expect, test } from 'vitest'
import { FAULTS, type Fault } from './faults.ts'
import { printTable } from './print-table.ts'
import { startRawServer } from './raw-server.ts'

const CALLS = {
  run: (url: string) => createWorkflowClient({ baseUrl: url, apiKey: 'canary', timeout: 150, random: () => 0 }).run('flow'),
  execute: (url: string) =>
    createRegistryClient({ registryUrl: url, apiKey: 'canary', timeout: 150, random: () => 0 }).execute({ tool: 'x' }),
} as const

const rows: string[] = []
afterAll(() =>
  printTable(`at most once: ${FAULTS.length} faults x ${Object.keys(CALLS).length} calls, no cell above 1 execution`, rows),
)

describe.each(Object.entries(CALLS))('%s acts at most once when the server', (name, call) => {
  test.concurrent.each(FAULTS)('$name', async (fault: Fault) => {
    const server = await startRawServer(fault.plan)
    const outcome = await call(server.url).then(
      () => ({ name: 'success', mayHaveRun: undefined }),
      (error: { name: string; mayHaveRun: boolean }) => error,
    )
    await server.close()
    rows.push(`${name.padEnd(8)}${fault.name.padEnd(55)}${String(server.counted.executions)} executed  ${outcome.name}`)
    expect(server.counted.executions).toBeLessThanOrEqual(1)
    expect(outcome.name).toBe(fault.outcome)
    if (fault.mayHaveRun !== 'either') expect(outcome.mayHaveRun).toBe(fault.mayHaveRun)
    if (fault.requests !== undefined) expect(server.counted.requests).toBe(fault.requests)
    if (server.counted.executions === 1 && outcome.name !== 'success') expect(outcome.mayHaveRun).toBe(true)
  })
})
