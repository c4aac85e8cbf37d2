import { setTimeout as sleep } from 'node:timers/promises'
import { createMockService, type MockService } from '@wfhost/mock-server'
import { readWorldFile } from '@wfhost/mock-server/world-file'
import { medianOf, show, takeTurns, toSeries, toTable } from '../measure/series.ts'
import type { Effort, ScenarioResult, Series } from '../scenario.ts'
import { createBenchWorld } from '../servers/create-bench-world.ts'
import { operationNamed } from '../servers/operations.ts'

const efforts = {
  quick: { calls: 200, rounds: 3, worlds: 200 },
  normal: { calls: 1000, rounds: 9, worlds: 1000 },
  long: { calls: 3000, rounds: 15, worlds: 5000 },
} as const

/** What a team plans with that shares a server: the memory of a world, and the cost of an expression in one. */
export async function run(effort: Effort): Promise<ScenarioResult> {
  const expressions = await expressionSeries(effort)
  const median = (side: string) => medianOf(expressions, { side, subject: 'sync run' })
  const cost = median('an expression') - median('a function')
  const memory = await memorySeries(effort)
  const perGigabyte = memory.map(({ median, subject }) => [subject, show(median), show(Math.floor(2 ** 20 / median))])
  return {
    series: [...expressions, ...memory],
    goals: [
      {
        name: 'An ordinary expression, through the thread of its sandbox',
        goal: '<= 250 us',
        measured: `${show(cost)} us`,
        met: cost <= 250,
      },
    ],
    tables: [
      toTable('A workflow that is a function, and one that is an expression', expressions),
      { title: 'Memory of worlds on one server', rows: [['', 'kB a world', 'worlds a gigabyte'], ...perGigabyte] },
    ],
    notes: ['The bench world has a workflow for each operation; the journal of a world with requests is full: 1,000 exchanges.'],
  }
}

async function expressionSeries(effort: Effort): Promise<Series[]> {
  const workflow = { flowId: 'f', key: 'k', published: true, parameters: [{ name: 'text', type: 'string' }] } as const
  const described = { ...workflow, expression: '{ greeting: "Hello " + args.text, length: args.text.length }' }
  const { seed } = readWorldFile(JSON.stringify({ workspaces: [{ id: 'w', workflows: [described] }] }))
  const implementation = ({ text }: Readonly<Record<string, unknown>>) => ({
    greeting: `Hello ${text}`,
    length: String(text).length,
  })
  const services = {
    'a function': createMockService({ workspaces: [{ id: 'w', workflows: [{ ...workflow, implementation }] }] }),
    'an expression': createMockService(seed),
  }
  const body = JSON.stringify({ args: [{ name: 'text', value: 'Ada' }] })
  const call = async (service: MockService) => {
    const response = await service.fetch(toRequest('/api/v2/external/flows/f/published-run', { authorization: 'Bearer k' }, body))
    const { result } = (await response.json()) as { readonly result?: { readonly length?: number } }
    if (result?.length !== 3) throw new Error(`Cannot count: answered ${response.status}`)
  }
  const turns = Object.entries(services).map(([side, service]) => ({ side, call: () => call(service) }))
  const times = await takeTurns(turns, efforts[effort])
  return Array.from(times, ([side, values]) => toSeries({ subject: 'sync run', side, unit: 'us', values }))
}

async function memorySeries(effort: Effort): Promise<Series[]> {
  const { rounds, worlds } = efforts[effort]
  const values = { 'as it is created': [] as number[], 'after 1,000 runs': [] as number[] }
  for (let round = 0; round < Math.min(rounds, 3); round += 1) {
    values['as it is created'].push(await memoryOf(worlds, 0))
    values['after 1,000 runs'].push(await memoryOf(Math.ceil(worlds / 20), 1000))
  }
  return Object.entries(values).map(([subject, all]) => toSeries({ subject, side: 'a world', unit: 'kB', values: all }))
}

/** Kilobytes of heap that each of so many worlds takes, after so many runs in each. */
async function memoryOf(worlds: number, runs: number): Promise<number> {
  const { body = '', headers, path } = operationNamed('sync run')
  // What ran before is let go of first.
  await sleep(50)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const held = Array.from({ length: worlds }, () => createMockService(createBenchWorld()))
  for (const service of held) {
    for (let done = 0; done < runs; done += 1) await (await service.fetch(toRequest(path, headers, body))).text()
  }
  globalThis.gc?.()
  return (process.memoryUsage().heapUsed - before) / held.length / 1024
}

function toRequest(path: string, headers: Readonly<Record<string, string>>, body: string): Request {
  return new Request(`http://127.0.0.1:4010${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
}
