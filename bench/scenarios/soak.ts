import { median, show } from '../measure/series.ts'
import type { Effort, ScenarioResult } from '../scenario.ts'
import { startServer } from '../servers/sides.ts'
import { soakServer } from '../soak/soak-server.ts'

const efforts = { quick: 10_000, normal: 1_000_000, long: 3_000_000 } as const

export async function run(effort: Effort): Promise<ScenarioResult> {
  const requests = efforts[effort]
  const server = await startServer('faulty')
  const soak = await soakServer({ url: server.url, pid: server.pid, requests })
  await server.stop()
  const { memoryMb } = soak
  const third = Math.floor(memoryMb.length / 3)
  // The first third fills caches and the bound of kept runs; after that nothing is left to grow.
  const growth = median(memoryMb.slice(-third)) / median(memoryMb.slice(third, 2 * third))
  const wrong = Object.entries(soak.unexpected).map(([what, times]) => `${what} (${times} x)`)
  const count = requests.toLocaleString('en-US')
  return {
    goals: [
      {
        name: `Memory over ${count} mixed requests`,
        goal: 'last third <= 1.1 x the middle third',
        measured: `${show(growth)} x, ${memoryMb.at(-1)} MB at the end`,
        met: growth <= 1.1,
      },
      {
        name: 'Every answer is accounted for',
        goal: `${count} answers, each with its status`,
        measured: `${soak.answered.toLocaleString('en-US')} answers, ${wrong.length === 0 ? 'none unexpected' : wrong.join(', ')}`,
        met: soak.answered === requests && wrong.length === 0,
      },
      {
        name: 'No handle is left',
        goal: `<= ${soak.openFilesBefore} open files, as before`,
        measured: String(soak.openFilesAfter),
        met: soak.openFilesAfter <= soak.openFilesBefore,
      },
    ],
    tables: [{ title: `Resident memory in MB at each twentieth of ${count} requests`, rows: [['MB'], [memoryMb.join(', ')]] }],
    notes: [
      `The mix has every operation, nine kinds of wrong requests and eight kinds of faults: ${show(soak.perSecond)} requests/s over 32 connections.`,
    ],
  }
}
