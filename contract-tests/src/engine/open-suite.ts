import { createEffects } from '../target/effects.ts'
import { createBudget } from './budget.ts'
import { isMeant, type RunnableCheck } from './checks.ts'
import type { CheckResult, ConformanceReport } from './conformance-report.ts'
import { createConformanceReport, isExpired, staleEntries } from './create-conformance-report.ts'
import { exitCodeOf } from './exit-code.ts'
import { type PlannedCheck, planChecks } from './plan.ts'
import { createReach } from './reach.ts'
import { interruption, runCheck } from './run-check.ts'
import { refuseLeaks, refusePlannedLeaks } from './secret-leak.ts'
import { createSecrets } from './secrets.ts'
import { type BaselineEntry, type FinishedRun, type SuiteOptions, type SuiteState, version, type Waits } from './suite.ts'

/** A suite under way: its checks share budgets, keys that were regenerated, and what is known of the target. */
export interface OpenSuite {
  readonly planned: readonly PlannedCheck[]
  /** Runs one check, or says why it does not run. Only checks of different lanes may run at the same time. */
  readonly run: (planned: PlannedCheck) => Promise<CheckResult>
  /**
   * Reports what was run.
   *
   * @throws {SecretLeak} when the report would show a secret in any form that is known.
   */
  readonly close: () => FinishedRun
}

/**
 * Opens a suite on a target. Nothing is sent before the first check is run.
 *
 * @throws {SecretLeak} when the report would show a secret whatever the checks find.
 */
export function openSuite(checks: readonly RunnableCheck[], given: SuiteOptions): OpenSuite {
  const { trace = crypto.randomUUID().slice(0, 8) } = given
  const options = { ...given, trace }
  const secrets = createSecrets()
  for (const [name, value] of Object.entries(options.secrets)) secrets.add(name, value)
  const planned = planChecks(checks, options)
  refusePlannedLeaks(reportOf(planned, options), secrets)
  const budget = createBudget(options.limits)
  const reach = createReach(options.description)
  const { fixtures, settleMs = 1000 } = options.description
  const effects = createEffects({ settleMs, slow: fixtures?.slow })
  const waits = createWaits()
  const changes = new Set<string>()
  const state: SuiteState = {
    trace: (check) => traceHeaders(trace, check),
    ...{ budget, effects, waits, reach, secrets, changes },
    configuredSecrets: options.secrets,
    regeneratedKeys: new Map(),
    notUndone: new Map(),
  }
  const startedAt = new Date()
  const results: CheckResult[] = []

  async function next(planned: PlannedCheck): Promise<CheckResult> {
    if (planned.verdict !== 'run') return notRun(planned, { verdict: planned.verdict, message: planned.reason })
    const obstacle = interruption(options) ?? reach.obstacleFor(planned.check.needs) ?? inTheWay(planned)
    if (obstacle !== undefined) return notRun(planned, { verdict: 'blocked', message: secrets.redact(obstacle) })
    return runCheck(planned.check, { options, state })
  }

  /** A check that knows what the registry has is not held against what another one left there. */
  function inTheWay({ check }: PlannedCheck): string | undefined {
    return check.needs.fixtures.includes('registry') ? state.notUndone.get('publishToolSet') : undefined
  }

  return {
    planned,
    run: async (planned) => {
      const result = withBaseline(await next(planned), options.baseline)
      results.push(result)
      return result
    },
    close: () => {
      const obstacles = reach.obstacles()
      const obstacle = obstacles.length === 0 ? undefined : secrets.redact(obstacles.join('. '))
      const ordered = planned.flatMap(({ check }) => results.filter(({ id }) => id === check.id))
      const report = createConformanceReport(ordered, {
        ...{ options, startedAt, obstacle },
        spent: budget.spent(),
        waited: waits.list(),
      })
      refuseLeaks(report, { secrets })
      const unreachable = obstacle !== undefined
      const staleBaseline = staleEntries(results, options.baseline)
      return {
        exitCode: exitCodeOf({ report, staleBaseline, unreachable }),
        ...{ report, unreachable, staleBaseline },
        changes: [...changes].map(secrets.redact),
        secrets,
      }
    },
  }
}

/** The headers by which the logs of a server tell the requests of each check. */
export function traceHeaders(run: string | false, check: string): Readonly<Record<string, string>> {
  return run === false ? {} : { 'user-agent': `wfhost-conformance/${version}`, 'x-conformance-check': `${run}/${check}` }
}

function reportOf(planned: readonly PlannedCheck[], options: SuiteOptions): ConformanceReport {
  const results = planned.map((one) => notRun(one, { verdict: 'blocked', message: one.reason }))
  const spent = { requests: 0, runs: 0, executions: 0 }
  return createConformanceReport(results, { options, startedAt: new Date(), spent, waited: [], obstacle: undefined })
}

function notRun({ check }: PlannedCheck, outcome: Pick<CheckResult, 'verdict' | 'message'>): CheckResult {
  const { evidence, force, id, area, requirement, section, statement } = check
  return { id, requirement, section, statement, evidence, force, area, ...outcome, durationMs: 0, exchanges: [] }
}

function withBaseline(result: CheckResult, entries: readonly BaselineEntry[]): CheckResult {
  const known = entries.find((entry) => isMeant(result, entry.check) && result.verdict === 'fail' && !isExpired(entry.expires))
  if (known === undefined) return result
  const { expires, owner, reason } = known
  return { ...result, baseline: { reason, owner, expires } }
}

/** Starts to note waits. Those of different lanes overlap, so that their sum may be more than the run took. */
function createWaits(): Waits {
  const noted = new Map<string, { durationMs: number; readonly checks: Set<string> }>()
  return {
    note: (reason, { check, durationMs }) => {
      const { checks, durationMs: before } = noted.get(reason) ?? { checks: new Set<string>(), durationMs: 0 }
      noted.set(reason, { durationMs: before + durationMs, checks: checks.add(check) })
    },
    list: () =>
      [...noted].map(([reason, { checks, durationMs }]) => ({
        reason,
        durationMs: Math.round(durationMs),
        checks: [...checks],
      })),
  }
}
