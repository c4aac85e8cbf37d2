// The processes that `measure.ts` measures: the service, runMany, a bare worker of BullMQ, and our worker.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openRunQueue, openRunWorker } from '@wfhost/queue'
import { createWorkflowClient, runMany, type WorkflowClient } from '@wfhost/sdk'
import { openBatchFile } from '@wfhost/sdk/batch-file'
import { createNodeTransport } from '@wfhost/sdk/node'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { numbers } from './numbers.ts'

const { BASE_URL = '', COUNT = '0', FILE = '', MODE = '', QUEUE = '', WFHOST_REDIS_URL = '' } = process.env
const CONCURRENCY = 16

/** As long as the keys of a service. A client removes its key from each outcome that it records, which takes time. */
const API_KEY = 'wfk_0123456789abcdef0123456789abcdef'

if (MODE === 'service') serve()
else if (MODE === 'runMany') await runBatch()
else if (MODE === 'bare') runBare()
else await runOurs()

/** Responds to each run immediately, so that only the client side is measured. */
function serve(): void {
  const body = JSON.stringify({ runId: 'run', status: 'success', result: { team: 'billing' }, stepOutputs: {} })
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.setHeader('content-type', 'application/json').end(body))
  })
  server.listen(0, '127.0.0.1', () => say(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
}

async function runBatch(): Promise<void> {
  const client = createFastClient()
  const record = await openBatchFile(FILE)
  say('working')
  for await (const _ of runMany(client, 'order', numbers(Number(COUNT)), { store: record, concurrency: CONCURRENCY }));
  await record.close()
  say('done')
  // The transport keeps its connections, which would keep the process.
  process.exit()
}

function runBare(): void {
  const connection = new Redis(WFHOST_REDIS_URL, { maxRetriesPerRequest: null })
  const url = `${BASE_URL}/api/v2/external/flows/order/published-run`
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' }
  const worker = new Worker(
    QUEUE,
    async ({ data }) => {
      const body = JSON.stringify({ args: [{ name: 'n', value: data.n }] })
      return (await fetch(url, { method: 'POST', headers, body })).json()
    },
    { connection, concurrency: CONCURRENCY },
  )
  worker.once('ready', () => say('working'))
}

async function runOurs(): Promise<void> {
  const client = createFastClient()
  await openRunWorker({ queue: await openRunQueue(QUEUE), client, concurrency: CONCURRENCY })
  say('working')
}

/** Creates a client as the README recommends it on Node. */
function createFastClient(): WorkflowClient {
  return createWorkflowClient({ baseUrl: BASE_URL, apiKey: API_KEY, logLevel: 'off', transport: createNodeTransport() })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
