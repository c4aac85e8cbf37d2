import { enqueueRuns, openRunWorker } from '@wfhost/queue'
import { createWorkflowClient } from '@wfhost/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { createFailingFetch, thrownCases } from '../../tools/scripts/failing-fetch.ts'
import { flowId, numbers } from './numbers.ts'
import { outcomesOf, untilDone, useQueue } from './use-queue.ts'

const RUNS = Number(process.env['RUNS'] ?? 10_000)
const SEED = Number(process.env['SEED'] ?? 20261126)

const { open, serve } = useQueue()

test(`no worker sends an input twice, for any error of its fetch (seed ${SEED})`, { timeout: 300_000 }, async () => {
  const cases = fc.sample(thrownCases, { numRuns: RUNS, seed: SEED })
  const { calls, fetch: failingFetch } = createFailingFetch(cases)
  const { apiKey, baseUrl, ran } = await serve()
  const client = createWorkflowClient({ baseUrl, apiKey, fetch: failingFetch, logLevel: 'off' })
  const queue = await open('thrown')
  await enqueueRuns(queue, flowId, numbers(RUNS))

  for (const _ of ['first worker', 'second worker']) {
    const worker = await openRunWorker({ queue, client, concurrency: 10, maxUnknown: RUNS + 1 })
    // An input takes about 5 ms of processor time, and other tests of the queue run beside this one.
    await untilDone(queue, 60_000 + 15 * RUNS)
    await worker.close()
    // A producer that fills the queue again adds nothing.
    expect(await enqueueRuns(queue, flowId, numbers(RUNS))).toEqual({ added: 0, known: RUNS })
  }

  expect(cases.map((_, n) => calls.get(n))).toEqual(cases.map(() => 1))
  expect(cases.map((_, n) => ran.get(n) ?? 0)).toEqual(cases.map(({ requests }) => requests))
  // An error of a caller's fetch proves nothing, so every outcome is unknown.
  const outcomes = await outcomesOf(queue)
  expect([...outcomes.values()].filter((outcome) => outcome !== 'unknown')).toEqual([])
  expect(outcomes.size).toBe(RUNS)
  count({ 'thrown values': { 'of a fetch': RUNS } })
})
