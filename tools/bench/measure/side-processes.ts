import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** One of the sides that a scenario compares. It makes a number of runs, and throws when a response is wrong. */
export interface MeasuredSide {
  readonly name: string
  readonly makeRuns: (runs: number) => Promise<void>
}

/** Creates the sides of a scenario. The process of a side creates all of them and uses one. */
export type SidesOfScenario = (baseUrl: string) => readonly MeasuredSide[]

/** One round of one side: its time, and its heap after a garbage collection. */
export interface RoundResult {
  readonly milliseconds: number
  readonly heapMb: number
}

export interface RoundsOptions {
  readonly scenario: string
  readonly baseUrl: string
  readonly sides: readonly string[]
  readonly runs: number
  readonly rounds: number
  /** How many runs each side makes before its first round is measured. */
  readonly warmUpRuns: number
}

const runSideFile = fileURLToPath(new URL('../run-side.ts', import.meta.url))

/**
 * Measures the sides of a scenario round by round, each in its own process. In one process, the garbage of one side would be
 * collected in the time of another. Shared code would also be optimized for all sides together.
 */
export async function measureSides(options: RoundsOptions): Promise<ReadonlyMap<string, readonly RoundResult[]>> {
  const { baseUrl, rounds, runs, scenario, sides, warmUpRuns } = options
  const processes = sides.map((name) => ({ name, child: startSide([scenario, name, baseUrl]) }))
  const results = new Map<string, RoundResult[]>(sides.map((name) => [name, []]))

  try {
    for (const { child } of processes) await measureRound(child, warmUpRuns)

    for (let round = 0; round < rounds; round += 1) {
      // The first side changes each round, so that no side always follows the same one.
      const first = round % processes.length
      for (const { child, name } of [...processes.slice(first), ...processes.slice(0, first)]) {
        results.get(name)?.push(await measureRound(child, runs))
      }
    }
  } finally {
    for (const { child } of processes) child.disconnect()
  }

  return results
}

function startSide(args: readonly string[]): ChildProcess {
  return fork(runSideFile, args, { execArgv: ['--expose-gc'] })
}

function measureRound(child: ChildProcess, runs: number): Promise<RoundResult> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`Cannot measure a side: its process ended with ${code}`))
    child.once('exit', onExit)

    child.once('message', (result) => {
      child.removeListener('exit', onExit)
      resolve(result as RoundResult)
    })

    child.send(runs)
  })
}
