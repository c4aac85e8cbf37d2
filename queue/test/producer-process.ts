// A producer in a process of its own, which the tests kill while it adds inputs.
import { enqueueRuns, openRunQueue } from '@wfhost/queue'
import { numbers } from './numbers.ts'

const { COUNT = '0', QUEUE = '' } = process.env

const queue = await openRunQueue(QUEUE)
const result = await enqueueRuns(queue, numbers(Number(COUNT)), { flowId: 'order', key: ({ n }) => `n${n}` })
process.stdout.write(`${JSON.stringify(result)}\n`)
await queue.close()
