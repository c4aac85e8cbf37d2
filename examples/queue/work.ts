// A worker; start as many as you like: node --import ./tracing.ts work.ts
import { openRunQueue, openRunWorker } from '@wfhost/queue'
import { createWorkflowClient } from '@wfhost/sdk'
import { createNodeTransport } from '@wfhost/sdk/node'
import { BullMQOtel } from 'bullmq-otel'

const queue = await openRunQueue('tickets', { telemetry: new BullMQOtel({ tracerName: 'tickets' }) })
const transport = createNodeTransport()
const client = createWorkflowClient({ transport }) // WFHOST_BASE_URL and WFHOST_API_KEY
const worker = await openRunWorker({ queue, client, concurrency: 16 })

process.once('SIGTERM', async () => {
  await worker.close() // takes nothing more, and waits for the runs in progress
  await queue.close()
  await transport.close()
})
