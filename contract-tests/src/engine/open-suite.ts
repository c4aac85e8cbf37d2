import { createBudget } from './budget.ts'
import { type Check, isMeant } from './checks.ts'
import type { CheckResult, ConformanceReport } from './conformance-report.ts'
import { createConformanceReport, isExpired, staleEntries } from './create-conformance-report.ts'
import { type PlannedCheck, planChecks } from './plan.ts'
import { createReach } from './reach.ts'
import { interruption, runCheck } from './run-check.ts'
import { refuseLeaks, refusePlannedLeaks } from './secret-leak.ts'
import { createSecrets } from './secrets.ts'
import type { BaselineEntry, SuiteOptions, SuiteRun } from './suite.ts'

/** A suite under way: its checks share budgets, keys that were regenerated, and what is known of the target. */
export interface OpenSuite {
  readonly planned: readonly PlannedCheck[]
  /** Runs one check, or says why it does not run. One at a time, in the order of the plan. */
  readonly run: (planned: PlannedCheck) => Promise<CheckResult>
  /**
   * Reports what was run.
   *
   * @throws {SecretLeak} when the report would show a secret in any form that is known.
   */
  readonly close: () => SuiteRun
}

const deadChecksToStop = 3

/**
 * Opens a suite on a target. Nothing is sent before the first check is run.
 *
 * @throws {SecretLeak} when the report would show a secret whatever the checks find.
 */
export function openSuite(checks: readonly Check[], options: SuiteOptions): OpenSuite {
  const secrets = createSecrets()
  for (const [name, value] of Object.entries(options.secrets)) secrets.add(name, value)
  const planned = planChecks(checks, options)
  refusePlannedLeaks(reportOf(planned, options), secrets)
  const budget = createBudget(options.limits)
  const reach = createReach(options.description)
  const regeneratedKeys = new Map<string, string>()
  const changes = new Set<string>()
  const startedAt = new Date()
  const results: CheckResult[] = []
  let deadInARow = 0
  let lastSilence = ''

  async function next(planned: PlannedCheck): Promise<CheckResult> {
    if (planned.verdict !== 'run') return notRun(planned, { verdict: planned.verdict, message: planned.reason })
    const obstacle = interruption(options) ?? silence() ?? reach.obstacleFor(planned.check.needs)
    if (obstacle !== undefined) return notRun(planned, { verdict: 'blocked', message: secrets.redact(obstacle) })
    const { dead, result } = await runCheck(planned.check, {
      options,
      state: { budget, reach, secrets, configuredSecrets: options.secrets, regeneratedKeys, changes },
    })
    deadInARow = dead ? deadInARow + 1 : 0
    lastSilence = result.message
    return result
  }

  /** That the target went silent in the course of the run. */
  function silence(): string | undefined {
    if (deadInARow < deadChecksToStop) return undefined
    return `the target stopped responding: ${deadChecksToStop} checks in a row got no response, the last one to ${lastSilence}`
  }

  return {
    planned,
    run: async (planned) => {
      const result = withBaseline(await next(planned), options.baseline)
      results.push(result)
      return result
    },
    close: () => {
      const obstacles = [...reach.obstacles(), silence() ?? []].flat()
      const obstacle = obstacles.length === 0 ? undefined : secrets.redact(obstacles.join('. '))
      const report = createConformanceReport(results, { options, startedAt, spent: budget.spent(), obstacle })
      refuseLeaks(report, { secrets })
      return {
        report,
        unreachable: obstacle !== undefined,
        staleBaseline: staleEntries(results, options.baseline),
        changes: [...changes].map(secrets.redact),
        secrets,
      }
    },
  }
}

/** What is known of a report before anything is sent. */
function reportOf(planned: readonly PlannedCheck[], options: SuiteOptions): ConformanceReport {
  const results = planned.map((one) => notRun(one, { verdict: 'blocked', message: one.reason }))
  const spent = { requests: 0, runs: 0, executions: 0 }
  return createConformanceReport(results, { options, startedAt: new Date(), spent, obstacle: undefined })
}

function notRun({ check }: PlannedCheck, outcome: Pick<CheckResult, 'verdict' | 'message'>): CheckResult {
  const { evidence, force, id, profile, requirement, section, statement } = check
  return { id, requirement, section, statement, evidence, force, profile, ...outcome, durationMs: 0, exchanges: [] }
}

function withBaseline(result: CheckResult, entries: readonly BaselineEntry[]): CheckResult {
  const known = entries.find((entry) => isMeant(result, entry.check) && result.verdict === 'fail' && !isExpired(entry.expires))
  if (known === undefined) return result
  const { expires, owner, reason } = known
  return { ...result, baseline: { reason, owner, expires } }
}
