import { createRunWorker, enqueueRuns } from '@wfhost/queue'
import { createWorkflowClient, type Fetch } from '@wfhost/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { thrownValues } from '../../tools/scripts/generated-errors.ts'
import { flowId, numbers } from './numbers.ts'
import { outcomesOf, untilDone, useQueue } from './use-queue.ts'

const RUNS = Number(process.env['RUNS'] ?? 10_000)
const SEED = Number(process.env['SEED'] ?? 20261126)

const { open } = useQueue()

/** A fetch that counts the requests for each input, and throws the generated value of the input. */
function createFailingFetch(thrown: readonly unknown[]) {
  const requests = new Map<number, number>()
  const fetch: Fetch = async (request) => {
    const { args } = await new Request(request).json()
    const n: number = args[0].value
    requests.set(n, (requests.get(n) ?? 0) + 1)
    throw thrown[n]
  }
  return { requests, fetch }
}

test(`no worker sends an input twice, whatever its fetch throws (seed ${SEED})`, { timeout: 300_000 }, async () => {
  const thrown = fc.sample(thrownValues, { numRuns: RUNS, seed: SEED })
  const { fetch, requests } = createFailingFetch(thrown)
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'wfk_test', fetch, logLevel: 'off' })
  const queue = await open('thrown')
  await enqueueRuns(queue, flowId, numbers(RUNS))

  for (const _ of ['first worker', 'second worker']) {
    const worker = await createRunWorker({ queue, client, concurrency: 10, maxUnknown: RUNS + 1 })
    await untilDone(queue)
    await worker.close()
    // A producer that fills the queue again adds nothing.
    expect(await enqueueRuns(queue, flowId, numbers(RUNS))).toEqual({ added: 0, known: RUNS })
  }

  expect([...requests].filter(([, times]) => times !== 1)).toEqual([])
  expect(requests.size).toBe(RUNS)
  const outcomes = await outcomesOf(queue)
  expect([...outcomes.values()].filter((outcome) => outcome !== 'unknown')).toEqual([])
  expect(outcomes.size).toBe(RUNS)
  count({ 'thrown values': { 'of a fetch': RUNS } })
})
