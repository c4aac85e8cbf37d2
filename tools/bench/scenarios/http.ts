import { setTimeout as sleep } from 'node:timers/promises'
import { validateResponse } from '@wfhost/openapi/validators'
import autocannon, { type Options, type Result } from 'autocannon'
import { median, quantile, show, toSeries } from '../measure/series.ts'
import type { Effort, Goal, ScenarioResult, Series, Table } from '../scenario.ts'
import { type BenchOperation, operations } from '../servers/operations.ts'
import { offersOperation, type RunningSide, type SideName, sideNames, startSide } from '../servers/sides.ts'

interface Cell {
  readonly operation: string
  readonly connections: number
  readonly side: string
  readonly results: LoadResult[]
}

const efforts = {
  quick: { rounds: 1, seconds: 0.2, warmUpMs: 300 },
  normal: { rounds: 3, seconds: 0.6, warmUpMs: 1000 },
  long: { rounds: 5, seconds: 2, warmUpMs: 3000 },
} as const

/** The reference server over HTTP, beside a bare server and Prism. */
export async function run(effort: Effort): Promise<ScenarioResult> {
  const sides: RunningSide[] = []
  for (const name of sideNames) sides.push(await startSide(name))
  const cells = [1, 32, 256].flatMap((connections) =>
    operations.flatMap(({ name }) => {
      const offering = sides.filter((side) => offersOperation(side.name, name))
      return offering.map((side): Cell => ({ operation: name, connections, side: side.name, results: [] }))
    }),
  )
  const { rounds, seconds, warmUpMs } = efforts[effort]
  for (const side of sides) {
    for (const operation of operations) {
      if (!offersOperation(side.name, operation.name)) continue
      await load(side, { operation, connections: 32, seconds: warmUpMs / 1000 / operations.length })
    }
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { connections, operation: name, results, side: sideName } of cells) {
      const side = sides.find((candidate) => candidate.name === sideName)
      const operation = operations.find((candidate) => candidate.name === name)
      if (side === undefined || operation === undefined) continue
      results.push(await load(side, { operation, connections, seconds }))
    }
  }
  for (const side of sides) await side.stop()
  return report(cells)
}

/** The results of a repeated request. */
interface LoadResult {
  readonly perSecond: number
  readonly p99Ms: number
}

interface Load {
  readonly operation: BenchOperation
  readonly connections: number
  readonly seconds: number
}

/** Sends a request over some connections for some time. Rejects if one response is not the expected one. */
async function load(side: RunningSide, { connections, operation, seconds }: Load): Promise<LoadResult> {
  const { body, headers, method, name, status } = operation
  const url = addressOf(side, operation)
  const expected = await checkResponse(url, operation)
  const times: number[] = []
  const wrong: number[] = []
  const options: Options = {
    ...{ url, method, connections, headers: { ...headers, connection: 'keep-alive' }, ...(body === undefined ? {} : { body }) },
    ...{ duration: seconds, timeout: 10 },
    // It can only end at a tick.
    sampleInt: 50,
    // The run ID of a new run differs, and has the same length.
    verifyBody: (text: unknown) => (name === 'async run' ? String(text).length === expected.length : String(text) === expected),
  }
  const began = performance.now()
  let last = began
  const { errors, mismatches } = await new Promise<Result>((resolve, reject) => {
    const instance = autocannon(options, (error: Error | null, result: Result) => (error ? reject(error) : resolve(result)))
    // biome-ignore lint/complexity/useMaxParams: autocannon calls it so
    instance.on('response', (_client: unknown, code: number, _bytes: number, ms: number) => {
      last = performance.now()
      times.push(ms)
      if (code !== status) wrong.push(code)
    })
  })
  if (wrong.length > 0 || errors > 0 || mismatches > 0) {
    const found = `${wrong.length} other statuses (${[...new Set(wrong)]}), ${mismatches} other bodies, ${errors} errors`
    throw new Error(`Cannot count ${method} ${url}: ${found}`)
  }
  // Waits, so that the next side does not pay for the cleanup of the last one.
  await sleep(15)
  return { perSecond: (times.length * 1000) / (last - began), p99Ms: quantile(times, 0.99) }
}

function addressOf(side: RunningSide, { name, path }: BenchOperation): string {
  const url = new URL(path, side.url)
  if (name === '429' && side.name === ('reference server' satisfies SideName)) url.port = String(Number(url.port) + 1)
  return url.href
}

/** Returns the response of a side, if it has the right status and matches the API document. */
async function checkResponse(url: string, { body, headers, method, operationId, status }: BenchOperation): Promise<string> {
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await response.text()
  if (response.status !== status) throw new Error(`Cannot measure ${method} ${url}: the response is ${response.status} ${text}`)
  const problems = validateResponse(operationId, { status, headers: response.headers, body: JSON.parse(text) })
  if (problems.length > 0)
    throw new Error(`Cannot measure ${method} ${url}: ${problems.map(({ message }) => message).join('; ')}`)
  return text
}

function report(cells: readonly Cell[]): ScenarioResult {
  const series = cells.flatMap(({ connections, operation, results, side }): Series[] => {
    const subject = `${operation}, ${connections} connections`
    return [
      toSeries({ subject, side, unit: 'requests/s', values: results.map(({ perSecond }) => perSecond) }),
      toSeries({ subject, side, unit: 'ms p99', values: results.map(({ p99Ms }) => p99Ms) }),
    ]
  })
  const notes = [
    'Every response is compared byte by byte with the first response of its side, which the validators of the API document accepted.',
    'The load comes from autocannon in a process of its own, on the same two cores.',
    'Bare repeats one response without reading the arguments. Prism, Steady and Scalar repeat an example; Prism and Steady validate requests. The reference server validates both directions, runs the workflow and keeps the run.',
    'Steady has no request header that selects a status or an example, so it takes part in three operations. Scalar sends an empty Retry-After, so it takes no part in 429.',
  ]
  const tables = [
    table(series, { title: 'Requests per second, median of the rounds', unit: 'requests/s' }),
    table(series, { title: 'p99 in milliseconds, median of the rounds', unit: 'ms p99' }),
  ]
  return { goals: goals(series), tables, notes }
}

function of(series: readonly Series[], { side, unit }: { readonly side: SideName; readonly unit: string }): readonly Series[] {
  return series.filter((one) => one.side === side && one.unit === unit)
}

/** Divides our figure, or a named one, by the figure of another side, for each subject. */
function ratios(
  series: readonly Series[],
  { by = 'reference server', side, unit }: { readonly by?: SideName; readonly side: SideName; readonly unit: string },
) {
  const own = of(series, { side: by, unit })
  return of(series, { side, unit }).map(({ median: peer, subject }) => ({
    subject,
    ratio: (own.find((other) => other.subject === subject)?.median ?? Number.NaN) / peer,
  }))
}

function goals(series: readonly Series[]): Goal[] {
  const atLeast = (side: SideName, least: number): Goal => {
    const all = ratios(series, { side, unit: 'requests/s' }).toSorted((a, b) => a.ratio - b.ratio)
    const worst = all[0] ?? { ratio: Number.NaN, subject: '' }
    const run = all.find(({ subject }) => subject === 'sync run, 32 connections')?.ratio ?? Number.NaN
    const middle = median(all.map(({ ratio }) => ratio))
    const limits = ratios(series, { by: 'bare node:http', side, unit: 'requests/s' })
    const possible = limits.find(({ subject }) => subject === worst.subject)?.ratio ?? Number.NaN
    return {
      name: `Requests per second against ${side}`,
      goal: `>= ${least} x`,
      measured: `${show(worst.ratio)} x at worst (${worst.subject}), ${show(middle)} x in the middle, ${show(run)} x for sync runs at 32 connections`,
      met: worst.ratio >= least,
      limit: limitOf(side, possible),
    }
  }
  const tail = ratios(series, { side: 'bare node:http', unit: 'ms p99' }).filter(({ subject }) =>
    subject.endsWith(' 32 connections'),
  )
  const worstTail = tail.toSorted((a, b) => b.ratio - a.ratio)[0] ?? { ratio: Number.NaN, subject: '' }
  return [
    atLeast('bare node:http', 0.75),
    atLeast('Prism CLI', 10),
    atLeast('Steady', 1),
    atLeast('Scalar', 1),
    {
      name: 'p99 at 32 connections against bare node:http',
      goal: '<= 2 x',
      measured: `${show(worstTail.ratio)} x at worst (${worstTail.subject})`,
      met: worstTail.ratio <= 2,
      limit: '32 requests wait for each other, so the slowest takes 32 times the time of one, and the collector adds to it',
    },
  ]
}

/** Returns the reason for a low rate. `possible` is the rate of the bare server for the same requests, in relation to the peer. */
function limitOf(side: SideName, possible: number): string {
  if (side !== 'bare node:http') return `bare node:http has ${show(possible)} x there`
  return 'the bare server validates nothing, and remembers nothing'
}

function table(series: readonly Series[], { title, unit }: { readonly title: string; readonly unit: string }): Table {
  const subjects = [...new Set(series.map(({ subject }) => subject))]
  const rows = subjects.map((subject) => [
    subject,
    ...sideNames.map((side) => show(of(series, { side, unit }).find((one) => one.subject === subject)?.median ?? Number.NaN)),
  ])
  return { title, rows: [['', ...sideNames], ...rows] }
}
