// A worker in a process of its own, which the tests kill, stop and ask to end.
import { createRunWorker, openRunQueue } from '@wfhost/queue'
import { createWorkflowClient } from '@wfhost/sdk'

const { BASE_URL = '', KEY = '', CONCURRENCY = '4', LOCK = '1000', QUEUE = '' } = process.env

const client = createWorkflowClient({ baseUrl: BASE_URL, apiKey: KEY, logLevel: 'off' })
const queue = await openRunQueue(QUEUE)
const worker = await createRunWorker({ queue, client, concurrency: Number(CONCURRENCY), lockDuration: Number(LOCK) })
process.stdout.write('working\n')
process.once('SIGTERM', async () => {
  await worker.close()
  await queue.close()
})
// A test that was ended by force leaves nobody behind.
const parent = process.ppid
setInterval(() => process.ppid === parent || process.exit(1), 1_000).unref()
