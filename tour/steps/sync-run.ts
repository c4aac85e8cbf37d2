import assert from 'node:assert/strict'
import type { Step } from '../tour.ts'

export const syncRun: Step = {
  title: 'A sync run waits for the workflow and carries its result',
  requirement: 'RUN-SYNC',
  run: async ({ client }) => {
    const run = await client.run('support-triage', { subject: 'My invoice is wrong', priority: 2 })
    assert.equal(run.status, 'success')
    return `result ${JSON.stringify(run.result)} after steps ${Object.keys(run.stepOutputs).join(', ')}`
  },
}
