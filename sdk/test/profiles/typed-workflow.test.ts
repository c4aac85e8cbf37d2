import { sampleKeys } from '@wfhost/mock-server'
import { createWorkflowClient, defineWorkflow, forwardWebhook, unwrap } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { schemaLibraries } from '../schema-libraries.ts'
import { describeWithProfiles } from './describe-with-profiles.ts'

describeWithProfiles('A workflow', ({ createService }) => {
  describe.each(schemaLibraries)('defined with %s', (_, schemas) => {
    const triage = defineWorkflow({ flowId: 'support-triage', ...schemas })

    test('sends arguments that fit, and returns a result that fits', async () => {
      const { fetch } = createService()
      const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
      const run = await client.run(triage, { subject: 'My invoice is wrong', priority: 1 })
      expect(unwrap(run)).toMatchObject({ team: 'billing' })
      expect(unwrap(await client.run(triage, { subject: 'Where do I log in?' }))).toMatchObject({ team: 'support' })
    })
  })

  test('that a webhook is forwarded to gets the body unchanged to the byte', async () => {
    const service = createService()
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch: service.fetch })
    const body = '{ "action": "opened",\n "n": 1.0, "text": "\\u00fc \u{1F600}" }'
    const webhook = new Request('http://hook.example', { method: 'POST', body })
    const { runId } = await forwardWebhook(webhook, { client, flowId: 'webhook-intake', argument: 'payload' })
    expect(service.runs().map((run) => run.runId)).toEqual([runId])
    expect(await service.awaitRun(runId ?? '')).toMatchObject({ status: 'success', result: body })
  })
})
