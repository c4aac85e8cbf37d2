import type { RunnableCheck } from './checks.ts'
import type { CheckResult } from './conformance-report.ts'
import { openSuite } from './open-suite.ts'
import type { PlannedCheck } from './plan.ts'
import type { FinishedRun, SuiteOptions } from './suite.ts'

/**
 * Runs checks on a target: those that run workflows beside those that do not, and those that limit the rate last.
 *
 * @throws {SecretLeak} when the report would show a secret in any form that is known.
 */
export async function runSuite(
  checks: readonly RunnableCheck[],
  { onResult = () => {}, options }: { readonly options: SuiteOptions; readonly onResult?: (result: CheckResult) => void },
): Promise<FinishedRun> {
  const suite = openSuite(checks, options)
  const runLane = async (lane: readonly PlannedCheck[]): Promise<void> => {
    for (const planned of lane) onResult(await suite.run(planned))
  }
  for (const together of lanesOf(suite.planned)) await Promise.all(together.map(runLane))
  return suite.close()
}

/**
 * The order in which checks run: those in different lanes at the same time, and those of a lane one after another. What
 * counts runs waits for nothing but runs, and what counts credits for nothing but executions, so that the checks which
 * run workflows have a lane and the others have one, and who counts comes soon in it: there is little to wait for yet.
 * What does both comes after these, and a rate limit last: it is one for all, and outlasts its check.
 */
function lanesOf(planned: readonly PlannedCheck[]): readonly (readonly (readonly PlannedCheck[])[])[] {
  const limiting = planned.filter(({ check }) => check.area === 'rate-limit')
  const others = planned.filter(({ check }) => check.area !== 'rate-limit')
  const both = others.filter(({ check: { needs } }) => needs.runs > 0 && needs.executions > 0)
  const apart = others.filter((planned) => !both.includes(planned))
  const running = apart.filter(({ check }) => check.needs.runs > 0)
  return [[countingFirst(running), countingFirst(apart.filter((planned) => !running.includes(planned)))], [both], [limiting]]
}

/**
 * The first check is the first one all the same: what may be another server is not asked for anything that counts. What
 * starts runs that go on comes before the others, so that these have ended when there is something to count again.
 */
function countingFirst([first, ...rest]: readonly PlannedCheck[]): PlannedCheck[] {
  const rank = ({ check: { needs } }: PlannedCheck) => {
    if (needs.hooks.includes('endedRuns') || needs.hooks.includes('creditBalance')) return 0
    return needs.fixtures.includes('slow') ? 1 : 2
  }
  return first === undefined ? [] : [first, ...rest.toSorted((a, b) => rank(a) - rank(b))]
}
