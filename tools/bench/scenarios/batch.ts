import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BatchStore, createWorkflowClient, runMany, type WorkflowClient } from '@wfhost/sdk'
import { openBatchFile } from '@wfhost/sdk/batch-file'
import { createNodeTransport } from '@wfhost/sdk/node'
import pLimit from 'p-limit'
import { rawRun, rawUndiciRun } from '../clients/client-sides.ts'
import { medianOf, show, toSeries, toTable } from '../measure/series.ts'
import { type MeasuredSide, measureSides } from '../measure/side-processes.ts'
import type { Effort, ScenarioResult, Series } from '../scenario.ts'
import { key, operationNamed } from '../servers/operations.ts'
import { startServer } from '../servers/sides.ts'

const efforts = {
  quick: { runs: 2000, rounds: 1 },
  normal: { runs: 25_000, rounds: 5 },
  long: { runs: 100_000, rounds: 5 },
} as const
const concurrency = 64
const warmUpRuns = 20_000

const sideNames = {
  fetch: 'fetch in p-limit',
  undici: 'undici.request in p-limit',
  oursOverNode: '@wfhost/sdk runMany over the Node transport',
  oursWithFile: '@wfhost/sdk runMany over the Node transport, with a file',
  ours: '@wfhost/sdk runMany',
  oursLimited: '@wfhost/sdk run in p-limit',
} as const

const args = { subject: 'My invoice is wrong', priority: 2 }
const expected = JSON.stringify(operationNamed('sync run').responseBody)

/** Each side makes many concurrent runs. */
export function createSides(baseUrl: string): readonly MeasuredSide[] {
  const client = createWorkflowClient({ baseUrl, apiKey: key })
  const nodeClient = createWorkflowClient({ baseUrl, apiKey: key, transport: createNodeTransport() })

  return [
    { name: sideNames.fetch, makeRuns: (runs) => runInPLimit(runs, () => rawRun(baseUrl)) },
    { name: sideNames.undici, makeRuns: (runs) => runInPLimit(runs, () => rawUndiciRun(baseUrl)) },
    { name: sideNames.oursOverNode, makeRuns: (runs) => runInBatch(runs, nodeClient) },
    { name: sideNames.oursWithFile, makeRuns: (runs) => runWithFile(runs, nodeClient) },
    { name: sideNames.ours, makeRuns: (runs) => runInBatch(runs, client) },
    { name: sideNames.oursLimited, makeRuns: (runs) => runInPLimit(runs, () => client.run('support-triage', args)) },
  ]
}

/** Many concurrent runs: runMany beside loops that users write with p-limit. */
export async function run(effort: Effort): Promise<ScenarioResult> {
  const { rounds, runs } = efforts[effort]
  const server = await startServer('constant')
  const sides = Object.values(sideNames)
  const results = await measureSides({ scenario: 'batch', baseUrl: server.url, sides, runs, rounds, warmUpRuns })
  await server.stop()

  const subject = `${runs.toLocaleString('en-US')} runs, ${concurrency} at a time`
  const speed = Array.from(results, ([side, ofSide]): Series => {
    const values = ofSide.map(({ milliseconds }) => (runs * 1000) / milliseconds)
    return toSeries({ subject, side, unit: 'runs/s', values })
  })
  const memory = results.get(sideNames.ours)?.map(({ heapMb }) => heapMb) ?? []
  const heap = toSeries({ subject: 'heap after each batch', side: sideNames.ours, unit: 'MB', values: memory })

  const rateOf = (side: string) => medianOf(speed, { subject, side })
  const ratio = rateOf(sideNames.oursOverNode) / rateOf(sideNames.fetch)
  const undiciRatio = rateOf(sideNames.oursOverNode) / rateOf(sideNames.undici)
  const fileRatio = rateOf(sideNames.oursWithFile) / rateOf(sideNames.oursOverNode)
  const grown = (memory.at(-1) ?? Number.NaN) - (memory[0] ?? Number.NaN)

  return {
    goals: [
      {
        name: 'Batch over the Node transport against a p-limit loop over fetch',
        goal: '>= 1.5 x',
        measured: `${show(ratio)} x`,
        met: ratio >= 1.5,
        limit: 'the Request of openapi-fetch, and a signal for each run',
      },
      {
        name: 'Batch over the Node transport against a p-limit loop over undici.request',
        goal: '>= 0.9 x',
        measured: `${show(undiciRatio)} x`,
        met: undiciRatio >= 0.9,
        limit: 'a loop has no Request, no signal, no timeout and no check of the response, which take longer than its request',
      },
      {
        name: 'Batch with a file against the same batch without one',
        goal: '>= 0.8 x',
        measured: `${show(fileRatio)} x`,
        met: fileRatio >= 0.8,
        limit: 'each run has two lines, and one of them is on the disk before its request is sent',
      },
      {
        name: 'Memory of a batch is flat',
        goal: 'less than 2 MB more from the first batch to the last',
        measured: `${show(grown)} MB after ${(runs * (rounds - 1)).toLocaleString('en-US')} more runs`,
        met: grown < 2,
        limit: 'code that V8 optimizes during the batch counts, too',
      },
    ],
    tables: [toTable('Batches', [...speed, heap])],
    notes: ['Every response is compared. runMany pauses all workers on a 429 and stops on a 401; p-limit only counts.'],
  }
}

/** Our own batch with a record in a file, which is new for each measurement. */
async function runWithFile(runs: number, client: WorkflowClient): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-batch-'))
  const store = await openBatchFile(join(folder, 'batch.jsonl'))
  await runInBatch(runs, client, store)
  await store.close()
  await rm(folder, { recursive: true })
}

/** Our own batch: it takes the next input when a worker is free. */
async function runInBatch(runs: number, client: WorkflowClient, store?: BatchStore): Promise<void> {
  function* inputs() {
    for (let made = 0; made < runs; made += 1) yield args
  }

  let settled = 0
  for await (const item of runMany(client, 'support-triage', inputs(), { concurrency, store })) {
    if (item.outcome !== 'succeeded') throw new Error(`Cannot count a run: ${item.outcome}`)
    check(item.run)
    settled += 1
  }
  if (settled !== runs) throw new Error(`Cannot count a batch: ${settled} of ${runs} runs settled`)
}

/** Tasks are created in slices, like lines of a file, so the queue of p-limit never holds more than one slice. */
async function runInPLimit(runs: number, call: () => Promise<unknown>): Promise<void> {
  const limit = pLimit(concurrency)
  for (let done = 0; done < runs; done += 2000) {
    const slice = Math.min(2000, runs - done)
    const results = await Promise.all(Array.from({ length: slice }, () => limit(call)))
    for (const result of results) check(result)
  }
}

function check(result: unknown): void {
  if (JSON.stringify(result) !== expected) throw new Error(`Cannot count a run: it returned ${JSON.stringify(result)}`)
}
