// Somebody regenerates the key. After the 401 the client asks for the key once more, and sends the run again.
import { createMockControl } from '@wfhost/mock-server'
import { createWorkflowClient } from '@wfhost/sdk'

const baseUrl = 'http://127.0.0.1:4010'
const vault = ['wfk_answer_ticket', await createMockControl(baseUrl).regenerateKey({ flowId: 'answer-ticket' })]

const client = createWorkflowClient({
  baseUrl,
  apiKey: () => vault.shift() ?? '',
  hooks: { onResponse: ({ number }, { status }) => console.log('attempt', number, 'was answered with', status) },
})
const run = await client.run('answer-ticket', { subject: 'Hello', email: 'ada@acme.example' })
console.log('With the new key:', run.status)
