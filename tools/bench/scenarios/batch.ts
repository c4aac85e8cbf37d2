import { createWorkflowClient, runMany, type WorkflowClient } from '@wfhost/sdk'
import { createNodeTransport } from '@wfhost/sdk/node'
import pLimit from 'p-limit'
import { rawRun, rawUndiciRun } from '../clients/client-sides.ts'
import { medianOf, show, toSeries, toTable } from '../measure/series.ts'
import type { Effort, ScenarioResult, Series } from '../scenario.ts'
import { key, operationNamed } from '../servers/operations.ts'
import { startServer } from '../servers/sides.ts'

const efforts = {
  quick: { runs: 2000, rounds: 1 },
  normal: { runs: 25_000, rounds: 4 },
  long: { runs: 100_000, rounds: 3 },
} as const
const concurrency = 64
const ours = '@wfhost/sdk runMany'
const overUndici = '@wfhost/sdk runMany over the Node transport'
const limited = '@wfhost/sdk run in p-limit'
const bare = 'fetch in p-limit'
const bareUndici = 'undici.request in p-limit'
const expected = JSON.stringify(operationNamed('sync run').responseBody)

/** Many concurrent runs: our client in a p-limit loop beside fetch in one. */
export async function run(effort: Effort): Promise<ScenarioResult> {
  const server = await startServer('constant')
  const { rounds, runs } = efforts[effort]
  const client = createWorkflowClient({ baseUrl: server.url, apiKey: key })
  const transport = createNodeTransport()
  const undiciClient = createWorkflowClient({ baseUrl: server.url, apiKey: key, transport })
  const args = { subject: 'My invoice is wrong', priority: 2 }
  const sides = [
    { side: bare, batch: (count: number) => limitedBatch(count, () => rawRun(server.url)) },
    { side: bareUndici, batch: (count: number) => limitedBatch(count, () => rawUndiciRun(server.url)) },
    { side: overUndici, batch: (count: number) => runBatch(count, { client: undiciClient, args }) },
    { side: ours, batch: (count: number) => runBatch(count, { client, args }) },
    { side: limited, batch: (count: number) => limitedBatch(count, () => client.run('support-triage', args)) },
  ]
  const rates = new Map<string, number[]>(sides.map(({ side }) => [side, []]))
  const memory: number[] = []
  for (const { batch } of sides) await batch(1000)
  for (let round = 0; round < rounds; round += 1) {
    for (const { batch, side } of round % 2 === 0 ? sides : sides.toReversed()) {
      const began = performance.now()
      await batch(runs)
      rates.get(side)?.push((runs * 1000) / (performance.now() - began))
      globalThis.gc?.()
      if (side === ours) memory.push(process.memoryUsage().heapUsed / 2 ** 20)
    }
  }
  await transport.close()
  await server.stop()
  const subject = `${runs.toLocaleString('en-US')} runs, ${concurrency} at a time`
  const speed = Array.from(rates, ([side, values]): Series => toSeries({ subject, side, unit: 'runs/s', values }))
  const heap = toSeries({ subject: 'heap after each batch', side: ours, unit: 'MB', values: memory })
  const rateOf = (side: string) => medianOf(speed, { subject, side })
  const ratio = rateOf(overUndici) / rateOf(bare)
  const undiciRatio = rateOf(overUndici) / rateOf(bareUndici)
  // An earlier batch leaves memory behind. The last one is compared with the first one of the same order.
  const first = (rounds - 1) % 2
  const grown = (memory.at(-1) ?? 0) - (memory[first] ?? 0)
  return {
    goals: [
      {
        name: 'Batch over the Node transport against a p-limit loop over fetch',
        goal: '>= 1.5 x',
        measured: `${show(ratio)} x`,
        met: ratio >= 1.5,
      },
      {
        name: 'Batch over the Node transport against a p-limit loop over undici.request',
        goal: '>= 0.9 x',
        measured: `${show(undiciRatio)} x`,
        met: undiciRatio >= 0.9,
      },
      {
        name: 'Memory of a batch is flat',
        goal: 'less than 2 MB more from the first batch to the last',
        measured: `${show(grown)} MB after ${(runs * (rounds - 1 - first)).toLocaleString('en-US')} more runs`,
        met: grown < 2,
      },
    ],
    tables: [toTable('Batches', [...speed, heap])],
    notes: ['Every response is compared. runMany pauses all workers on a 429 and stops on a 401; p-limit only counts.'],
  }
}

/** Our own batch: it takes the next input when a worker is free. */
async function runBatch(
  count: number,
  { args, client }: { readonly client: WorkflowClient; readonly args: Readonly<Record<string, string | number>> },
): Promise<void> {
  function* inputs() {
    for (let made = 0; made < count; made += 1) yield args
  }
  let settled = 0
  for await (const item of runMany(client, 'support-triage', inputs(), { concurrency })) {
    if (item.outcome !== 'succeeded') throw new Error(`Cannot count a run: ${item.outcome}`)
    check(item.run)
    settled += 1
  }
  if (settled !== count) throw new Error(`Cannot count a batch: ${settled} of ${count} runs settled`)
}

function check(result: unknown): void {
  if (JSON.stringify(result) !== expected) throw new Error(`Cannot count a run: it returned ${JSON.stringify(result)}`)
}

/** Tasks are created in slices, like lines of a file, so the queue of p-limit never holds more than one slice. */
async function limitedBatch(runs: number, call: () => Promise<unknown>): Promise<void> {
  const limit = pLimit(concurrency)
  for (let done = 0; done < runs; done += 2000) {
    const slice = Math.min(2000, runs - done)
    const results = await Promise.all(Array.from({ length: slice }, () => limit(call)))
    for (const result of results) check(result)
  }
}
