// The response is lost on the way. Did the workflow run? The client does not know, says so, and does not send it again.
import { createMockControl } from '@wfhost/mock-server'
import { APIError, createWorkflowClient } from '@wfhost/sdk'

const baseUrl = 'http://127.0.0.1:4010'
const control = createMockControl(baseUrl)
const client = createWorkflowClient({ baseUrl, apiKey: 'wfk_answer_ticket' })
const ticket = { subject: 'Hello', email: 'ada@acme.example' }

// `{ kind: 'status', status: 503 }`, `{ kind: 'reset' }` and twenty others: the inspector has a form for each.
await control.addFault({ kind: 'response-lost', count: 1 })
const lost = await client.run('answer-ticket', ticket).catch((error: unknown) => error)
if (lost instanceof APIError) console.log(lost.name, '- may have run:', lost.mayHaveRun)

console.log('The server has', await control.countRuns())
console.log('Without a fault:', (await client.run('answer-ticket', ticket)).status)
