import { createMockService, type MockService } from '@wfhost/mock-server'
import { median, show, timePerCall } from '../measure/series.ts'
import type { Effort, Goal, ScenarioResult } from '../scenario.ts'
import { createBenchWorld } from '../servers/create-bench-world.ts'
import { operationNamed } from '../servers/operations.ts'

interface Growth {
  readonly name: string
  readonly sizes: readonly number[]
  /** How the cost may grow: not at all, or in proportion to the size. */
  readonly kind: 'constant' | 'linear'
  readonly prepare: (size: number) => Promise<() => Promise<void>>
}

/** Measures the cost of a request by the size of something. */
interface Curve {
  readonly name: string
  readonly points: readonly { readonly size: number; readonly values: readonly number[] }[]
}

const origin = 'http://127.0.0.1:4010'
const sync = operationNamed('sync run')
const efforts = { quick: { ms: 30, rounds: 2 }, normal: { ms: 120, rounds: 7 }, long: { ms: 500, rounds: 11 } } as const

const growths: readonly Growth[] = [
  {
    name: 'workflows in the world',
    sizes: [10, 100, 1000, 10_000, 100_000],
    kind: 'constant',
    prepare: async (size) => caller(worldWith(size)),
  },
  {
    name: 'runs that are kept, all of them there',
    sizes: [10, 100, 1000, 10_000, 100_000],
    kind: 'constant',
    prepare: async (size) => {
      const service = createMockService(createBenchWorld(), { maxRuns: size, journal: { entries: 10 } })
      const call = caller(service)
      for (let done = 0; done < size; done += 1) await call()
      return call
    },
  },
  {
    name: 'exchanges in the journal, full',
    sizes: [10, 100, 1000, 10_000, 100_000],
    kind: 'constant',
    prepare: async (size) => {
      const journal = { entries: size }
      const call = caller(createMockService(createBenchWorld(), { maxRuns: 10, journal }))
      for (let done = 0; done < size; done += 1) await call()
      return call
    },
  },
  {
    name: 'worlds in one process, in turn',
    sizes: [1, 10, 100, 1000],
    kind: 'constant',
    prepare: async (size) => {
      const calls = Array.from({ length: size }, () =>
        caller(createMockService(createBenchWorld(), { maxRuns: 10, journal: { entries: 10 } })),
      )
      const state = { next: 0 }
      return async () => {
        state.next = (state.next + 1) % size
        await calls[state.next]?.()
      }
    },
  },
  {
    name: 'tools in the manifest',
    sizes: [10, 100, 1000, 10_000],
    kind: 'linear',
    prepare: async (size) => manifestCaller(size),
  },
  {
    name: 'bytes of arguments',
    sizes: [1000, 10_000, 100_000, 1_000_000, 10_000_000],
    kind: 'linear',
    prepare: async (size) =>
      caller(createMockService(createBenchWorld(), { maxRuns: 10, journal: { entries: 10 } }), {
        subject: `invoice ${'x'.repeat(size)}`,
      }),
  },
]

export async function run(effort: Effort): Promise<ScenarioResult> {
  const curves: Curve[] = []
  // Otherwise the first size would pay for all compilation.
  await timePerCall(effort === 'quick' ? 2000 : 10_000, caller(createMockService(createBenchWorld())))
  for (const growth of growths) curves.push(await curveOf(growth, effort))
  const rows = curves.map(({ name, points }) => [
    name,
    points.map(({ size, values }) => `${short(size)}: ${show(median(values))}`).join(', '),
  ])
  return {
    goals: growths.map((growth, index) => goal(growth, curves[index])),
    tables: [{ title: 'Microseconds per request in process, by size', rows: [['', 'size: us'], ...rows] }],
    notes: ['Each size is measured after the one before it, in rounds; what a size needs is built before its clock starts.'],
  }
}

async function curveOf({ name, prepare, sizes }: Growth, effort: Effort): Promise<Curve> {
  const { ms, rounds } = efforts[effort]
  const points = []
  for (const size of sizes) {
    const call = await prepare(size)
    await timePerCall(20, call)
    const once = await timePerCall(5, call)
    const calls = Math.max(1, Math.min(5000, Math.round((ms * 1000) / once)))
    await timePerCall(calls, call)
    const values: number[] = []
    for (let round = 0; round < rounds; round += 1) values.push(await timePerCall(calls, call))
    points.push({ size, values })
    globalThis.gc?.()
  }
  return { name, points }
}

/** Constant: the largest costs at most twice the smallest. Linear: the cost grows at most in proportion. */
function goal({ kind, name }: Growth, curve: Curve | undefined): Goal {
  const [first] = curve?.points ?? []
  const last = curve?.points.at(-1)
  const grew = median(last?.values ?? []) / median(first?.values ?? [])
  const factor = (last?.size ?? Number.NaN) / (first?.size ?? Number.NaN)
  const most = kind === 'constant' ? 2 : factor
  return {
    name: `Growth: ${name}`,
    goal: kind === 'constant' ? '<= 2 x from end to end' : `<= ${short(factor)} x for ${short(factor)} x the size`,
    measured: `${show(grew)} x for ${short(factor)} x the size`,
    met: grew <= most,
    limit: 'a table whose cost grows with its size',
  }
}

function short(size: number): string {
  return size.toLocaleString('en-US', { notation: 'compact' })
}

function caller(service: MockService, args: Readonly<Record<string, unknown>> = { subject: 'My invoice', priority: 2 }) {
  const body = JSON.stringify({ args: Object.entries(args).map(([name, value]) => ({ name, value })), mode: 'sync' })
  const { headers, path } = sync
  return async (): Promise<void> => {
    const response = await service.fetch(new Request(origin + path, { method: 'POST', headers, body }))
    if (!(await response.text()).startsWith('{"status":"success"')) throw new Error(`Cannot count a run: ${response.status}`)
  }
}

function worldWith(size: number): MockService {
  const service = createMockService(createBenchWorld())
  for (let index = 1; index < size; index += 1) {
    service.addWorkflow('support', { flowId: `flow-${index}`, published: true, implementation: () => null })
  }
  return service
}

function manifestCaller(size: number): () => Promise<void> {
  const tools = Array.from({ length: size }, (_, index) => ({ name: `tool-${index}`, implementation: () => null }))
  const service = createMockService({
    organizations: [
      {
        id: 'acme',
        environments: [{ name: 'default' }],
        toolHostingKeys: [{ name: 'Default', environment: 'default', key: 'thk' }],
        toolsets: [{ id: 'large', versions: [{ version: '1.0.0', tools }], published: { default: '1.0.0' } }],
      },
    ],
  })
  const headers = { authorization: 'Bearer thk' }
  return async () => {
    const response = await service.fetch(new Request(origin + operationNamed('manifest').path, { headers }))
    if (!(await response.text()).includes(`"tool-${size - 1}"`)) throw new Error(`Cannot count a manifest: ${response.status}`)
  }
}
