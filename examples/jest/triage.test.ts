import { expect, test } from '@jest/globals'
import { withTestWorld } from '@wfhost/mock-server/test-world'
import { createWorkflowClient } from '@wfhost/sdk'

test('gets the team from the workflow', () =>
  withTestWorld({ strict: true }, async (world) => {
    const apiKey = world.workflowKey('support-triage')
    const client = createWorkflowClient({ baseUrl: world.url, apiKey, fetch: world.fetch })
    expect(await client.run('support-triage', { subject: 'My invoice is wrong' })).toMatchObject({ result: { team: 'billing' } })
    expect(world).toHaveReceived({ flowId: 'support-triage', args: { subject: 'My invoice is wrong' } }, 1)
  }))
