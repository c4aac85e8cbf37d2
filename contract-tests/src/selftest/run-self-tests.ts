import { controls } from './controls.ts'
import { determinism } from './determinism.ts'
import { legal } from './legal.ts'
import { mutants } from './mutants.ts'
import { redaction } from './redaction.ts'
import type { SelfTest, SelfTestResult } from './self-test.ts'

const selfTests: readonly SelfTest[] = [controls, mutants, legal, redaction, determinism]

/** What one self-test showed. */
export interface SelfTestOutcome extends SelfTestResult {
  readonly name: string
  readonly durationMs: number
}

/** Runs every self-test, one after another. A self-test without a case has failed. */
export async function runSelfTests(onOutcome: (outcome: SelfTestOutcome) => void): Promise<readonly SelfTestOutcome[]> {
  const outcomes: SelfTestOutcome[] = []
  for (const { name, run } of selfTests) {
    const start = performance.now()
    const { cases, failures } = await run()
    const problems = cases === 0 ? ['there was no case'] : failures
    const outcome = { name, cases, failures: problems, durationMs: Math.round(performance.now() - start) }
    outcomes.push(outcome)
    onOutcome(outcome)
  }
  return outcomes
}
