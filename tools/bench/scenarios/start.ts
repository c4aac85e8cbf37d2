import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.ts'
import { medianOf, show, toSeries, toTable } from '../measure/series.ts'
import { startProcess } from '../measure/start-process.ts'
import type { Effort, Goal, ScenarioResult, Series } from '../scenario.ts'
import { operationNamed } from '../servers/operations.ts'
import { sideNames, startSide } from '../servers/sides.ts'

const rounds = { quick: 2, normal: 7, long: 15 } as const
const command = 'wfhost-mock'
const sides = ['bare node:http', command, ...sideNames.filter((name) => name !== 'bare node:http')] as const

/** The time from the start of the process to the first response, and its memory while it is idle. */
export async function run(effort: Effort): Promise<ScenarioResult> {
  const starts = new Map<string, number[]>(sides.map((side) => [side, []]))
  const memory = new Map<string, number[]>(sides.map((side) => [side, []]))
  for (let round = 0; round < rounds[effort]; round += 1) {
    for (const side of sides) {
      const server = side === command ? await startCommand() : await startSide(side)
      await sleep(400)
      starts.get(side)?.push(server.startMs)
      memory.get(side)?.push(server.residentMb())
      await server.stop()
    }
  }
  const series = sides.flatMap((side): Series[] => [
    toSeries({ subject: subjects.Start, side, unit: 'ms', values: starts.get(side) ?? [] }),
    toSeries({ subject: subjects.Memory, side, unit: 'MB', values: memory.get(side) ?? [] }),
  ])
  const sorted = series.toSorted((a, b) => b.subject.localeCompare(a.subject))
  return {
    goals: goals(series),
    tables: [toTable('Start and rest', sorted)],
    notes: [
      `${command} is the published command with its sample world; the reference server is the same as a library, with a rate-limited one beside it.`,
      'The time includes the start of Node itself. Memory is that of the process and its children 0.4 s after the first response.',
    ],
  }
}

async function startCommand() {
  const port = await freePort()
  const { headers, path } = operationNamed('manifest')
  const file = fileURLToPath(new URL('../node_modules/@wfhost/mock-server/bin/wfhost-mock.mjs', import.meta.url))
  return startProcess({ args: [file, '--port', String(port)], url: `http://127.0.0.1:${port}${path}`, headers })
}

interface Bound {
  readonly word: 'Start' | 'Memory'
  readonly side: string
  readonly most: number
  readonly limit: string
}

const bounds: readonly Bound[] = [
  {
    word: 'Start',
    side: 'bare node:http',
    most: 1.3,
    limit: 'the command loads its schemas, its options and its world, although they are compiled before',
  },
  { word: 'Start', side: 'Prism CLI', most: 0.25, limit: 'the same' },
  { word: 'Memory', side: 'bare node:http', most: 1.5, limit: 'the code and the world' },
  { word: 'Memory', side: 'Prism CLI', most: 1 / 3, limit: 'a bare Node process takes most of it' },
]

const subjects = { Start: 'start to first response', Memory: 'memory at rest' } as const

function goals(series: readonly Series[]): Goal[] {
  return bounds.map(({ limit, most, side, word }) => {
    const subject = subjects[word]
    const ratio = medianOf(series, { subject, side: command }) / medianOf(series, { subject, side })
    return {
      name: `${word} of ${command} against ${side}`,
      goal: `<= ${show(most)} x`,
      measured: `${show(ratio)} x`,
      met: ratio <= most,
      limit,
    }
  })
}
