// The process that the tests kill, stop or end: a worker, a producer, or a batch of runMany with the store of a queue.
import { enqueueRuns, openRunQueue, openRunWorker, QueueStoppedError } from '@wfhost/queue'
import { createWorkflowClient, runMany } from '@wfhost/sdk'
import { flowId, key, numbers } from './numbers.ts'

const { BASE_URL = '', COUNT = '0', KEY = '', MODE = '', QUEUE = '' } = process.env

const queue = await openRunQueue(QUEUE)
if (MODE === 'worker') await work()
else if (MODE === 'producer') await produce()
else await runBatch()

async function work(): Promise<void> {
  const worker = await openRunWorker({ queue, client: createClient(), concurrency: 4, lockDuration: 1_000 })
  process.stdout.write('working\n')
  process.once('SIGTERM', async () => {
    await worker.close()
    await queue.close()
  })
  // If a test is killed, this process ends too.
  const parent = process.ppid
  setInterval(() => process.ppid === parent || process.exit(1), 1_000).unref()
}

async function produce(): Promise<void> {
  const result = await enqueueRuns(queue, flowId, numbers(Number(COUNT)), { key }).catch((error: unknown) => {
    if (error instanceof QueueStoppedError) return error.message
    throw error
  })
  process.stdout.write(`${JSON.stringify(result)}\n`)
  await queue.close()
}

async function runBatch(): Promise<void> {
  const options = { store: queue.store, concurrency: 3 }
  for await (const _ of runMany(createClient(), flowId, numbers(Number(COUNT)), options));
}

function createClient() {
  return createWorkflowClient({ baseUrl: BASE_URL, apiKey: KEY, logLevel: 'off' })
}
