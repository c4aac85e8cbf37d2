// A report takes two seconds. On a frozen clock nobody waits for them.
import { createMockControl } from '@wfhost/mock-server'
import { createWorkflowClient, waitForRun } from '@wfhost/sdk'

const baseUrl = 'http://127.0.0.1:4010'
const control = createMockControl(baseUrl)
const client = createWorkflowClient({ baseUrl, apiKey: 'wfk_monthly_report' })

await control.freezeClock()
const { runId = '' } = await client.start('monthly-report')
console.log('After no time:', await control.countRuns())

await control.advanceClock({ ms: 2_000 })
async function ask(): Promise<string | undefined> {
  const { status } = await control.run({ runId })
  return status === 'running' ? undefined : status
}
console.log('After two seconds of its clock:', await waitForRun(runId, { ask, deadline: 5_000, interval: 10 }))
