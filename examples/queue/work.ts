// A worker; start as many as you like: node --import ./tracing.ts work.ts
import { createRunWorker, openRunQueue } from '@wfhost/queue'
import { createWorkflowClient } from '@wfhost/sdk'
import { BullMQOtel } from 'bullmq-otel'

const queue = await openRunQueue('tickets', { telemetry: new BullMQOtel({ tracerName: 'tickets' }) })
const client = createWorkflowClient() // WFHOST_BASE_URL and WFHOST_API_KEY
const worker = await createRunWorker({ queue, client, concurrency: 16 })

process.once('SIGTERM', async () => {
  await worker.close() // takes nothing more, and waits for the runs in progress
  await queue.close()
})
