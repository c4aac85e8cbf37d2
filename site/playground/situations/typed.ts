// A definition types the arguments and the result, and checks both. Try a subject that is a number.
import { createWorkflowClient, defineWorkflow, unwrap } from '@wfhost/sdk'
import * as z from 'zod'

const answerTicket = defineWorkflow({
  flowId: 'answer-ticket',
  args: z.object({ subject: z.string(), email: z.email() }),
  result: z.object({ team: z.enum(['billing', 'support']), plan: z.string(), sent: z.boolean() }),
})
const client = createWorkflowClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'wfk_answer_ticket' })

const { team } = unwrap(await client.run(answerTicket, { subject: 'Invoice 17 is wrong', email: 'ada@acme.example' }))
console.log('It goes to', team)

const refused = client.run(answerTicket, { subject: 'Hello', email: 'nobody' })
console.log('Nothing was sent:', await refused.catch((error: unknown) => error))
