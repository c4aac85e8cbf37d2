// Many inputs, two at a time. The third cannot be run, and the others go on.
import { createWorkflowClient, runMany } from '@wfhost/sdk'

const client = createWorkflowClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'wfk_answer_ticket' })
const tickets = [
  { subject: 'Invoice 17 is wrong', email: 'ada@acme.example' },
  { subject: 'Where is the manual?', email: 'bob@globex.example' },
  { subject: 'No address' },
  { subject: 'An invoice is missing', email: 'eve@initech.example' },
]

for await (const { index, outcome } of runMany('answer-ticket', tickets, { client, concurrency: 2 })) {
  console.log('ticket', index, outcome)
}
