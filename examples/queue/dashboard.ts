// Bull Board at /queues, and metrics for Prometheus at /metrics: node dashboard.ts
import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ExpressAdapter } from '@bull-board/express'
import { openRunQueue } from '@wfhost/queue'
import express from 'express'

const queue = await openRunQueue('tickets')
const adapter = new ExpressAdapter()
adapter.setBasePath('/queues')
createBullBoard({ queues: [new BullMQAdapter(queue.bull, { readOnlyMode: true })], serverAdapter: adapter })

const app = express()
app.use('/queues', adapter.getRouter())
app.get('/metrics', async (_, response) => {
  response.type('text/plain').send(await queue.bull.exportPrometheusMetrics({ product: 'tickets' }))
})
const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify(server.address())}\n`)
})
