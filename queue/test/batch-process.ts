// A batch of runMany with the record of a queue, in a process of its own, which the tests kill.
import { openRunQueue } from '@wfhost/queue'
import { createWorkflowClient, runMany } from '@wfhost/sdk'
import { numbers } from './numbers.ts'

const { BASE_URL = '', COUNT = '0', KEY = '', QUEUE = '' } = process.env

const client = createWorkflowClient({ baseUrl: BASE_URL, apiKey: KEY, logLevel: 'off' })
const { record } = await openRunQueue(QUEUE)
for await (const _ of runMany('order', numbers(Number(COUNT)), { client, record, concurrency: 3 }));
