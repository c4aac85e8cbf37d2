// A failed run is a result: the call succeeded. The steps show which of them failed.
import { createWorkflowClient, unwrap } from '@wfhost/sdk'

const client = createWorkflowClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'wfk_close_ticket' })
const run = await client.run('close-ticket', { ticket: 17 })

console.log(run.status, run.stepOutputs)
if (run.status === 'failed') console.log(run.error.traceback)

// Whoever wants an exception unwraps it.
try {
  unwrap(run)
} catch (error) {
  console.log(error)
}
