import { setTimeout as sleep } from 'node:timers/promises'
import { clientSides } from '../clients/client-sides.ts'
import { toSeries, toTable } from '../measure/series.ts'
import type { Effort, ScenarioResult } from '../scenario.ts'
import { startConstant } from '../servers/sides.ts'

const efforts = {
  quick: { calls: 200, rounds: 3 },
  normal: { calls: 1000, rounds: 7 },
  long: { calls: 2000, rounds: 11 },
} as const

/** What one call allocates on the heap, measured between two collections in a young generation that is large enough. */
export async function run(effort: Effort): Promise<ScenarioResult> {
  const server = await startConstant()
  const { calls, rounds } = efforts[effort]
  const sides = clientSides(server.url)
  const values = new Map<string, number[]>(sides.map(({ side }) => [side, []]))
  for (let round = -1; round < rounds; round += 1) {
    for (const { call, side } of sides) {
      globalThis.gc?.()
      await sleep(5)
      const before = process.memoryUsage().heapUsed
      for (let index = 0; index < calls; index += 1) await call()
      const kilobytes = (process.memoryUsage().heapUsed - before) / calls / 1024
      if (round >= 0) values.get(side)?.push(kilobytes)
    }
  }
  await server.stop()
  const series = Array.from(values, ([side, all]) => toSeries({ subject: 'one sync run', side, unit: 'kB', values: all }))
  return { series, goals: [], tables: [toTable('Heap allocated by one sync run', series)], notes: [] }
}
