import { createMockService } from '@wfhost/mock-server'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { medianOf, show, takeTurns, toSeries, toTable } from '../measure/series.ts'
import type { Effort, ScenarioResult, Series } from '../scenario.ts'
import { createBenchWorld } from '../servers/create-bench-world.ts'
import { type BenchOperation, operationNamed } from '../servers/operations.ts'

const efforts = {
  quick: { calls: 300, rounds: 3 },
  normal: { calls: 2000, rounds: 9 },
  long: { calls: 5000, rounds: 15 },
} as const
const origin = 'http://127.0.0.1:4010'
const objects = 'request and response objects alone'
const fetched = 'fetch through setupServer'

/** Without a network: the service beside the objects that it needs, and the adapter for MSW. */
export async function run(effort: Effort): Promise<ScenarioResult> {
  const series = [...(await callSeries(effort)), ...(await doorSeries(effort))]
  const perCall = medianOf(series, { subject: 'sync run', side: 'service.fetch' })
  const ratio = perCall / medianOf(series, { subject: 'sync run', side: objects })
  const door = (side: string) => medianOf(series, { side, subject: fetched })
  const doorRatio = door('createMswHandler') / door('one-line handler')
  return {
    goals: [
      {
        name: 'service.fetch for a sync run against the objects alone',
        goal: '<= 1.5 x',
        measured: `${show(ratio)} x, ${show(perCall)} us`,
        met: ratio <= 1.5,
        limit: 'the service validates both directions, and remembers the run and the exchange',
      },
      {
        name: 'MSW door against a one-line MSW handler',
        goal: '<= 1.1 x',
        measured: `${show(doorRatio)} x by ${fetched}`,
        met: doorRatio <= 1.1,
        limit: 'the service behind the handler',
      },
    ],
    tables: [toTable('In process, time per call', series)],
    notes: [
      'Objects alone: new Request, its text, JSON.parse, JSON.stringify, new Response, its text and JSON.parse. service.fetch does all of that and also handles the request.',
    ],
  }
}

async function callSeries(effort: Effort): Promise<Series[]> {
  const service = createMockService(createBenchWorld())
  const series: Series[] = []
  for (const name of ['sync run', 'async run', 'manifest', 'execute', '401']) {
    const operation = operationNamed(name)
    const turns = [
      { side: objects, call: () => objectsAlone(operation) },
      { side: 'service.fetch', call: () => read(service.fetch(toRequest(operation)), operation) },
    ]
    const times = await takeTurns(turns, efforts[effort])
    for (const [side, values] of times) series.push(toSeries({ subject: name, side, unit: 'us', values }))
  }
  return series
}

async function doorSeries(effort: Effort): Promise<Series[]> {
  const service = createMockService(createBenchWorld())
  const operation = operationNamed('sync run')
  // The peers have their own MSW, which is another type than that of the root.
  const ours: object = createMswHandler(service, { baseUrl: origin })
  const plain = http.post(`${origin}/api/v2/external/flows/:flowId/published-run`, () =>
    HttpResponse.json(Object(operation.responseBody)),
  )
  const { calls, rounds } = efforts[effort]
  // Replacing the handlers of one server lets both sides run in the same network.
  const network = setupServer()
  network.listen()
  const values = new Map<string, number[]>([
    ['one-line handler', []],
    ['createMswHandler', []],
  ])
  for (let round = -1; round < rounds; round += 1) {
    for (const [side, handler] of [
      ['one-line handler', plain],
      ['createMswHandler', ours as typeof plain],
    ] as const) {
      network.resetHandlers(handler)
      const call = () => read(fetch(toRequest(operation)), operation)
      const times = await takeTurns([{ side, call }], { calls: Math.ceil(calls / 10), rounds: 1 })
      if (round >= 0) values.get(side)?.push(...(times.get(side) ?? []))
    }
  }
  network.close()
  return Array.from(values, ([side, times]) => toSeries({ subject: fetched, side, unit: 'us', values: times }))
}

function toRequest({ body, headers, method, path }: BenchOperation): Request {
  return new Request(origin + path, { method, headers, ...(body === undefined ? {} : { body }) })
}

async function objectsAlone(operation: BenchOperation): Promise<void> {
  const request = toRequest(operation)
  const text = await request.text()
  if (text !== '') JSON.parse(text)
  const headers = { 'content-type': 'application/json' }
  await read(new Response(JSON.stringify(operation.responseBody), { status: operation.status, headers }), operation)
}

/** Reads a response and compares it. Only the run ID may differ. */
async function read(responded: Promise<Response> | Response, { responseBody, name, status }: BenchOperation): Promise<void> {
  const response = await responded
  const text = await response.text()
  JSON.parse(text)
  const expected = name === 'async run' ? text.length > 10 : text === JSON.stringify(responseBody)
  if (response.status !== status || !expected) throw new Error(`Cannot count ${name}: the response is ${response.status} ${text}`)
}
