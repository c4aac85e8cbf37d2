// A run: what the workflow returns, and what each of its steps does.
import { createWorkflowClient, unwrap } from '@wfhost/sdk'

const client = createWorkflowClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'wfk_answer_ticket' })
const run = await client.run('answer-ticket', { subject: 'Invoice 17 is wrong', email: 'ada@acme.example' })

for (const [step, output] of Object.entries(run.stepOutputs)) console.log(step, output)
console.log('It returns', unwrap(run))
