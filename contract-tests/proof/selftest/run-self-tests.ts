import { MissingPackage } from './missing-package.ts'
import type { CaseResult, CommandLine, SelfTest, SelfTestCase } from './self-test.ts'

/** What one self-test showed. */
export interface SelfTestOutcome {
  readonly id: string
  readonly statement: string
  /** How many cases ran. */
  readonly cases: number
  /** Cases by what they showed. */
  readonly counts: Readonly<Record<string, number>>
  /** What is wrong, each with the name of its case. */
  readonly failures: readonly string[]
  /** Why it could not run on this machine. */
  readonly missing?: string
  readonly durationMs: number
}

/** Runs self-tests, one after another. One that has no case has failed. */
export async function runSelfTests(
  selfTests: readonly SelfTest[],
  { main, onOutcome = () => {} }: { readonly main: CommandLine; readonly onOutcome?: (outcome: SelfTestOutcome) => void },
): Promise<readonly SelfTestOutcome[]> {
  const outcomes: SelfTestOutcome[] = []
  for (const selfTest of selfTests) {
    const outcome = await runSelfTest(selfTest, main)
    outcomes.push(outcome)
    onOutcome(outcome)
  }
  return outcomes
}

async function runSelfTest({ atOnce = 1, id, listCases, statement }: SelfTest, main: CommandLine): Promise<SelfTestOutcome> {
  const start = performance.now()
  const tried = await tryCases(() => listCases(main), atOnce)
  return { id, statement, ...tried, durationMs: Math.round(performance.now() - start) }
}

type Tried = Pick<SelfTestOutcome, 'cases' | 'counts' | 'failures' | 'missing'>

async function tryCases(listCases: () => ReturnType<SelfTest['listCases']>, atOnce: number): Promise<Tried> {
  const counts: Record<string, number> = {}
  const failures: string[] = []
  let cases = 0
  try {
    const waiting = [...(await listCases())]
    while (waiting.length > 0) {
      const batch = waiting.splice(0, atOnce)
      const results = await Promise.all(batch.map(async (one) => ({ one, result: await runCase(one) })))
      for (const { one, result } of results) {
        cases += 1
        counts[result.shows] = (counts[result.shows] ?? 0) + 1
        failures.push(...result.problems.map((problem) => `${one.name}: ${problem}`))
      }
    }
  } catch (error) {
    if (error instanceof MissingPackage) return { cases, counts, failures, missing: error.message }
    return { cases, counts, failures: [...failures, describe(error)] }
  }
  return { cases, counts, failures: cases === 0 ? ['there was no case'] : failures }
}

async function runCase({ run }: SelfTestCase): Promise<CaseResult> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof MissingPackage) throw error
    return { shows: 'wrong', problems: [`it ended with ${describe(error)}`] }
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
