import { createMockService } from '@wfhost/mock-server'
import { median, show, toSeries } from '../measure/series.ts'
import type { Effort, ScenarioResult } from '../scenario.ts'
import { createBenchWorld } from '../servers/create-bench-world.ts'
import { operationNamed } from '../servers/operations.ts'
import { startServer } from '../servers/sides.ts'
import { meetRudeClients } from '../soak/rude-clients.ts'
import { soakServer } from '../soak/soak-server.ts'

const efforts = {
  quick: { requests: 10_000, runs: 50 },
  normal: { requests: 1_000_000, runs: 300 },
  long: { requests: 3_000_000, runs: 2000 },
} as const
const worlds = 64

/** Many requests, good and bad, over all operations; many worlds in one process; clients that behave badly. */
export async function run(effort: Effort): Promise<ScenarioResult> {
  const { requests, runs } = efforts[effort]
  const server = await startServer('faulty')
  const soak = await soakServer({ url: server.url, pid: server.pid, requests })
  const rude = await meetRudeClients(server.url)
  await server.stop()
  const shared = await shareProcess({ worlds, runs })
  const { memoryMb } = soak
  const third = Math.floor(memoryMb.length / 3)
  // The first third fills caches and the bound of kept runs; after that nothing is left to grow.
  const growth = median(memoryMb.slice(-third)) / median(memoryMb.slice(third, 2 * third))
  const wrong = Object.entries(soak.unexpected).map(([what, times]) => `${what} (${times} x)`)
  const survived = rude.every(([, outcome]) => outcome.endsWith('works as before'))
  const count = requests.toLocaleString('en-US')
  return {
    series: [
      toSeries({
        subject: `resident memory over ${count} mixed requests`,
        side: 'reference server',
        unit: 'MB',
        values: memoryMb,
      }),
    ],
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
      {
        name: `${worlds} worlds in parallel`,
        goal: 'each holds its own runs only',
        measured: `${shared.exact} do`,
        met: shared.exact === worlds,
      },
      { name: 'Bad clients', goal: 'the server works on', measured: survived ? 'it does' : 'see the table', met: survived },
    ],
    tables: [
      { title: `Resident memory in MB at each twentieth of ${count} requests`, rows: [['MB'], [memoryMb.join(', ')]] },
      { title: 'Bad clients', rows: [['', 'outcome'], ...rude] },
    ],
    notes: [
      `The mix has every operation, nine kinds of wrong requests and eight kinds of faults: ${show(soak.perSecond)} requests/s over 32 connections; ${worlds} worlds in one process: ${show(shared.perSecond)} runs/s.`,
    ],
  }
}

/** What many worlds in one process did. */
export interface SharedProcess {
  readonly perSecond: number
  /** Worlds that hold exactly the runs that were sent to them. */
  readonly exact: number
}

/** Sends runs to many worlds at the same time; each is to know its own and no other. */
export async function shareProcess({ runs, worlds }: { readonly worlds: number; readonly runs: number }): Promise<SharedProcess> {
  const { body = '', headers, path } = operationNamed('sync run')
  const services = Array.from({ length: worlds }, () => createMockService(createBenchWorld(), { keptRuns: runs * 2 }))
  const began = performance.now()
  const send = async (service: (typeof services)[number]) => {
    for (let done = 0; done < runs; done += 1) {
      const response = await service.fetch(new Request(`http://127.0.0.1:4010${path}`, { method: 'POST', headers, body }))
      if (response.status !== 200) throw new Error(`Cannot count a run: ${response.status}`)
      await response.text()
    }
  }
  await Promise.all(services.map(send))
  const perSecond = (worlds * runs * 1000) / (performance.now() - began)
  return { perSecond, exact: services.filter((service) => service.runs().length === runs).length }
}
