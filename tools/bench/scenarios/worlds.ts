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

/** Figures for a team that shares a server: the memory of a world, and the cost of an expression. */
export async function run(effort: Effort): Promise<ScenarioResult> {
  const expressions = await expressionSeries(effort)
  const median = (side: string) => medianOf(expressions, { side, subject: 'sync run' })
  const costs = { 'An ordinary expression': 'an expression', 'An expression that calls, in its thread': 'one that calls' }
  const beside = await besideSeries(effort)
  const slowest = Math.max(...beside.map(({ max }) => max))
  const memory = await memorySeries(effort)
  const perGigabyte = memory.map(({ median, subject }) => [subject, show(median), show(Math.floor(2 ** 20 / median))])
  return {
    goals: [
      ...Object.entries(costs).map(([name, side]) => {
        const cost = median(side) - median('a function')
        return { name, goal: '<= 250 us', measured: `${show(cost)} us`, met: cost <= 250, limit: 'the engine of expressions' }
      }),
      {
        name: 'A request beside an expression that has to be stopped',
        goal: '<= 50 ms',
        measured: `${show(slowest)} ms at worst`,
        met: slowest <= 50,
        limit:
          'an expression is stopped after 100 ms. A limit of 30 ms meets the goal, and stops Object.groupBy over an input of 1 MB, which takes 40 ms',
      },
    ],
    tables: [
      toTable('A workflow that is a function, and one that is an expression', expressions),
      toTable('The slowest of the requests until an expression beside them is stopped', beside),
      { title: 'Memory of worlds on one server', rows: [['', 'kB a world', 'worlds a gigabyte'], ...perGigabyte] },
    ],
    notes: ['The bench world has a workflow for each operation; the journal of a world with requests is full: 1,000 exchanges.'],
  }
}

const workflow = { published: true, parameters: [{ name: 'text', type: 'string' }] } as const
const ordinary = '{ greeting: "Hello " + args.text, length: args.text.length }'
const calling = '{ greeting: "Hello ".concat(args.text), length: args.text.length }'

async function expressionSeries(effort: Effort): Promise<Series[]> {
  const implementation = ({ text }: Readonly<Record<string, unknown>>) => ({
    greeting: `Hello ${text}`,
    length: String(text).length,
  })
  const services = {
    'a function': createMockService({
      workspaces: [{ id: 'w', workflows: [{ ...workflow, flowId: 'f', key: 'f', implementation }] }],
    }),
    'an expression': createExpressionService({ f: ordinary }),
    'one that calls': createExpressionService({ f: calling }),
  }
  const call = async (service: MockService) => {
    const { result } = await runFlow(service, 'f')
    if (result?.length !== 3) throw new Error(`Cannot count: the result is ${JSON.stringify(result)}`)
  }
  const turns = Object.entries(services).map(([side, service]) => ({ side, call: () => call(service) }))
  const times = await takeTurns(turns, efforts[effort])
  return Array.from(times, ([side, values]) => toSeries({ subject: 'sync run', side, unit: 'us', values }))
}

/** Measures the effect of a stopped expression on others: the time of the slowest ordinary one. */
async function besideSeries(effort: Effort): Promise<Series[]> {
  const hostile = {
    'never-ends': '(() => { for (;;) {} })()',
    'takes-all-memory': '(() => { const all = []; for (;;) all.push([all.length]) })()',
  }
  const service = createExpressionService({ f: calling, ...hostile })
  const values = new Map(Object.keys(hostile).map((side) => [side, [] as number[]]))
  for (let round = -1; round < efforts[effort].rounds; round += 1) {
    for (const [side, all] of values) {
      let ended: ReceivedResponse | undefined
      let slowest = 0
      void runFlow(service, side).then((response) => (ended = response))
      while (ended === undefined) {
        const began = performance.now()
        await runFlow(service, 'f')
        slowest = Math.max(slowest, performance.now() - began)
        await sleep(1)
      }
      const message = JSON.stringify(ended)
      if (!message.includes('ExpressionLimitExceeded')) throw new Error(`Cannot count ${side}: the response is ${message}`)
      // The first round includes the start of the engine.
      if (round >= 0) all.push(slowest)
    }
  }
  return Array.from(values, ([side, all]) => toSeries({ subject: 'an expression', side, unit: 'ms', values: all }))
}

function createExpressionService(expressions: Readonly<Record<string, string>>): MockService {
  const workflows = Object.entries(expressions).map(([flowId, expression]) => ({ ...workflow, flowId, key: flowId, expression }))
  return createMockService(readWorldFile(JSON.stringify({ workspaces: [{ id: 'w', workflows }] })).seed)
}

interface ReceivedResponse {
  readonly result?: { readonly length?: number }
}

async function runFlow(service: MockService, flowId: string): Promise<ReceivedResponse> {
  const path = `/api/v2/external/flows/${flowId}/published-run`
  const body = JSON.stringify({ args: [{ name: 'text', value: 'Ada' }] })
  return (await (await service.fetch(toRequest(path, { authorization: `Bearer ${flowId}` }, body))).json()) as ReceivedResponse
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

/** Returns the kilobytes of heap for each of so many worlds, after so many runs in each. */
async function memoryOf(worlds: number, runs: number): Promise<number> {
  const { body = '', headers, path } = operationNamed('sync run')
  // The memory of earlier measurements is released first.
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
