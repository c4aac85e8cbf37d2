import assert from 'node:assert/strict'
import type { Step } from '../tour.ts'

export const failedRun: Step = {
  title: 'A run whose step fails is a successful call with a failed run',
  requirement: 'RUN-ERROR',
  run: async ({ client }) => {
    const run = await client.run('charge-card', { amount: 12 })
    assert.equal(run.status, 'failed')
    const failed = Object.entries(run.stepOutputs).filter(([, output]) => output.status === 'failed')
    assert.equal(failed.length, 1)
    return `${run.error.name}: ${run.error.value} (step ${failed[0]?.[0]})`
  },
}
