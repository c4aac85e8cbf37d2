import assert from 'node:assert/strict'
import type { Step } from '../tour.ts'
import { readWebhookExamples } from '../webhook-examples.ts'

export const forwardedWebhooks: Step = {
  title: 'Real GitHub webhook payloads, each forwarded as serialized JSON in one argument',
  requirement: 'RUN-JSON-STRING',
  run: async ({ client }) => {
    const examples = await readWebhookExamples()
    assert.ok(examples.length > 0)
    let bytes = 0
    for (const { edition, event, payload } of examples) {
      const serialized = JSON.stringify(payload)
      const run = await client.run('webhook-intake', { payload: serialized })
      assert.equal(run.status, 'success')
      assert.ok(run.result === serialized, `a payload of event ${event} of ${edition} came back changed`)
      bytes += Buffer.byteLength(serialized)
    }
    const editions = new Set(examples.map((example) => example.edition))
    return `${examples.length} payloads of ${editions.size} editions of GitHub, ${bytes} bytes, all byte-identical`
  },
}
