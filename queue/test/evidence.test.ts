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

/** An input of the queue: the value that its fetch throws, and the requests that reach the service before. */
interface ThrownCase {
  readonly thrown: unknown
  readonly requests: 0 | 1 | 2
}

const thrownCases: fc.Arbitrary<ThrownCase> = fc.record({ thrown: thrownValues, requests: fc.constantFrom(0, 1, 2) })

interface Counted {
  fetches: number
  runs: number
}

/** A fetch that sends the requests of the input's case to a service that counts them, and then throws. */
function createFailingFetch(cases: readonly ThrownCase[]) {
  const counted: Counted[] = cases.map(() => ({ fetches: 0, runs: 0 }))

  const fetch: Fetch = async (request) => {
    const { args } = await new Request(request).json()
    const n: number = args[0].value
    const { requests, thrown } = getEntry(cases, n)
    const counts = getEntry(counted, n)
    counts.fetches += 1
    for (let sent = 0; sent < requests; sent += 1) counts.runs += 1
    throw thrown
  }

  return { counted, fetch }
}

function getEntry<Entry>(list: readonly Entry[], n: number): Entry {
  const entry = list[n]
  if (entry === undefined) throw new Error(`There is no input ${n}`)
  return entry
}

test(`no worker sends an input twice, for any error of its fetch (seed ${SEED})`, { timeout: 300_000 }, async () => {
  const cases = fc.sample(thrownCases, { numRuns: RUNS, seed: SEED })
  const { counted, fetch } = createFailingFetch(cases)
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

  expect(counted).toEqual(cases.map(({ requests }) => ({ fetches: 1, runs: requests })))
  // An error of a caller's fetch proves nothing, so every outcome is unknown.
  const outcomes = await outcomesOf(queue)
  expect([...outcomes.values()].filter((outcome) => outcome !== 'unknown')).toEqual([])
  expect(outcomes.size).toBe(RUNS)
  count({ 'thrown values': { 'of a fetch': RUNS } })
})
