import assert from 'node:assert/strict'
import type { Step } from '../tour.ts'

export const asyncRun: Step = {
  title: 'An async run answers at once with a run ID, and goes on',
  requirement: 'RUN-ASYNC',
  run: async ({ client, service }) => {
    const started = await client.start('support-triage', { subject: 'Later, please' })
    assert.ok(started.runId)
    const ended = await service.awaitRun(started.runId)
    assert.equal(ended.status, 'success')
    return `run ${started.runId}, which ended with ${ended.status} in the background`
  },
}
