import type { RunnableCheck } from './checks.ts'
import type { CheckResult } from './conformance-report.ts'
import { openSuite } from './open-suite.ts'
import type { PlannedCheck } from './plan.ts'
import type { FinishedRun, SuiteOptions } from './suite.ts'

interface SuiteRunOptions {
  readonly options: SuiteOptions
  /** Called with the result of each check, and all checks that run. */
  readonly onResult?: (result: CheckResult, plannedChecks: readonly PlannedCheck[]) => void
}

/**
 * Runs checks on a target. Checks that run workflows run beside the others, and checks of rate limits run last.
 *
 * @throws {SecretLeak} if the report would show a secret in any known form.
 */
export async function runSuite(
  checks: readonly RunnableCheck[],
  { onResult = () => {}, options }: SuiteRunOptions,
): Promise<FinishedRun> {
  const suite = openSuite(checks, options)

  const runLane = async (lane: readonly PlannedCheck[]): Promise<void> => {
    for (const plannedCheck of lane) onResult(await suite.run(plannedCheck), suite.plannedChecks)
  }
  for (const lanes of planStages(suite.plannedChecks)) await Promise.all(lanes.map(runLane))

  return suite.close()
}

/** Checks that run one after another. */
type Lane = readonly PlannedCheck[]

/**
 * Divides checks into stages that run one after another. The lanes of a stage run concurrently: a check that counts runs is
 * only disturbed by runs, and a check that counts credits only by executions. The second stage has the checks that do both.
 * Rate limits come last, because they affect all requests and outlast their check.
 */
function planStages(plannedChecks: readonly PlannedCheck[]): readonly (readonly Lane[])[] {
  const limitChecks = plannedChecks.filter(({ check }) => check.area === 'rate-limit')
  const otherChecks = plannedChecks.filter(({ check }) => check.area !== 'rate-limit')

  const mixedChecks = otherChecks.filter(({ check }) => check.needs.runs > 0 && check.needs.executions > 0)
  const separateChecks = otherChecks.filter((check) => !mixedChecks.includes(check))
  const runChecks = separateChecks.filter(({ check }) => check.needs.runs > 0)
  const registryChecks = separateChecks.filter(({ check }) => check.needs.runs === 0)

  return [[orderLane(runChecks), orderLane(registryChecks)], [mixedChecks], [limitChecks]]
}

/**
 * Orders a lane so that checks wait as little as possible: checks that count effects come first, while few requests were
 * sent, and then checks that start slow runs. The first check keeps its place, because it shows whether the server is the
 * right one, and a check that counts must not do that.
 */
function orderLane([first, ...rest]: readonly PlannedCheck[]): Lane {
  return first === undefined ? [] : [first, ...rest.toSorted((a, b) => rankInLane(a) - rankInLane(b))]
}

function rankInLane({ check: { needs } }: PlannedCheck): number {
  if (needs.hooks.includes('endedRuns') || needs.hooks.includes('creditBalance')) return 0
  return needs.fixtures.includes('slow') ? 1 : 2
}
