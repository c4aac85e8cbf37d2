import { EffectTracker } from '../target/effects.ts'
import { Budget } from './budget.ts'
import { isNamed, type RunnableCheck } from './checks.ts'
import type { CheckResult, ConformanceReport } from './conformance-report.ts'
import { createConformanceReport, isExpired, listStaleEntries } from './create-conformance-report.ts'
import { exitCodeOf } from './exit-code.ts'
import { type PlannedCheck, planChecks } from './plan.ts'
import { Reachability } from './recording/reach.ts'
import { describeCheck, describeInterruption, runCheck } from './run-check.ts'
import { refuseLeaks, refusePlannedLeaks } from './secret-leak.ts'
import { createSecrets, type Secrets } from './secrets.ts'
import { type BaselineEntry, type FinishedRun, type SuiteOptions, type SuiteState, version, type WaitRecorder } from './suite.ts'

/** A suite in progress. Its checks share the budget, the regenerated keys, and the knowledge about the target. */
export interface OpenSuite {
  readonly plannedChecks: readonly PlannedCheck[]
  /** Runs one check, or reports why it does not run. Only checks of different lanes may run concurrently. */
  readonly run: (plannedCheck: PlannedCheck) => Promise<CheckResult>
  /**
   * Ends the suite and returns its report.
   *
   * @throws {SecretLeak} if the report would show a secret in any known form.
   */
  readonly close: () => FinishedRun
}

/**
 * Opens a suite on a target. Nothing is sent before the first check runs.
 *
 * @throws {SecretLeak} if the report would show a secret with every outcome of the checks.
 */
export function openSuite(checks: readonly RunnableCheck[], options: SuiteOptions): OpenSuite {
  return new Suite(checks, { ...options, trace: options.trace ?? crypto.randomUUID().slice(0, 8) })
}

class Suite implements OpenSuite {
  readonly plannedChecks: readonly PlannedCheck[]
  readonly #options: SuiteOptions
  readonly #state: SuiteState
  readonly #startedAt = new Date()
  readonly #results: CheckResult[] = []

  constructor(checks: readonly RunnableCheck[], options: SuiteOptions) {
    const secrets = createSecrets()
    for (const [name, value] of Object.entries(options.secrets)) secrets.add(name, value)

    this.plannedChecks = planChecks(checks, options)
    refusePlannedLeaks(createEmptyReport(this.plannedChecks, options), secrets)

    this.#options = options
    this.#state = createSuiteState(options, secrets)
  }

  readonly run = async (plannedCheck: PlannedCheck): Promise<CheckResult> => {
    const result = await this.#runUnlessBlocked(plannedCheck)
    const resultWithBaseline = addBaseline(result, this.#options.baseline)

    this.#results.push(resultWithBaseline)
    return resultWithBaseline
  }

  readonly close = (): FinishedRun => {
    const { reachability, remainingChanges, secrets } = this.#state
    const obstacles = reachability.obstacles()
    const report = this.#createReport(obstacles)
    refuseLeaks(report, { secrets })

    const unreachable = obstacles.length > 0
    const staleBaseline = listStaleEntries(this.#results, this.#options.baseline)
    return {
      exitCode: exitCodeOf({ report, staleBaseline, unreachable }),
      report,
      unreachable,
      staleBaseline,
      changes: [...remainingChanges].map(secrets.redact),
      secrets,
    }
  }

  async #runUnlessBlocked(plannedCheck: PlannedCheck): Promise<CheckResult> {
    if (plannedCheck.verdict !== 'run')
      return createResult(plannedCheck, { verdict: plannedCheck.verdict, message: plannedCheck.reason })

    const obstacle = this.#findObstacle(plannedCheck)
    if (obstacle === undefined) return runCheck(plannedCheck.check, { options: this.#options, state: this.#state })
    return createResult(plannedCheck, { verdict: 'blocked', message: this.#state.secrets.redact(obstacle) })
  }

  /** Returns why a planned check cannot run now. */
  #findObstacle({ check }: PlannedCheck): string | undefined {
    const obstacle = describeInterruption(this.#options) ?? this.#state.reachability.obstacleFor(check.needs)
    if (obstacle !== undefined) return obstacle

    // After a failed restore, the registry has other versions than the fixture declares.
    return check.needs.fixtures.includes('registry') ? this.#state.failedRestores.get('publishToolset') : undefined
  }

  #createReport(obstacles: readonly string[]): ConformanceReport {
    const resultsInPlannedOrder = this.plannedChecks.flatMap(({ check }) => this.#results.filter(({ id }) => id === check.id))

    return createConformanceReport(resultsInPlannedOrder, {
      options: this.#options,
      startedAt: this.#startedAt,
      spent: this.#state.budget.spent(),
      waited: this.#state.waitRecorder.summarize(),
      whyNotReached: obstacles.length === 0 ? undefined : this.#state.secrets.redact(obstacles.join('. ')),
    })
  }
}

/** Creates the state that all checks of a run share, before the first request of the run. */
function createSuiteState(options: SuiteOptions, secrets: Secrets): SuiteState {
  const { description, limits, trace = false } = options
  // `createTarget` has the same default of `settleMs`.
  const { fixtures, settleMs = 1000 } = description

  return {
    // These headers show the run and the check of each request in the server logs. If `trace` is false, no such headers are sent.
    traceHeaders: (check) => createTraceHeaders(trace, check),

    // The limits of requests, runs and executions, and how many the run has used.
    budget: new Budget(limits),
    // Computes when the effects of earlier requests are over, such as runs in the background.
    effectTracker: new EffectTracker({ settleMs, slowWorkflow: fixtures?.slow }),
    // How long checks have waited, and why.
    waitRecorder: createWaitRecorder(),
    // Whether each service of the server responds.
    reachability: new Reachability(description),

    // Finds secrets in texts and removes them. It also knows secrets that the run has found.
    secrets,
    // Only the secrets of the configuration, without those that the run finds.
    configuredSecrets: options.secrets,
    // The new keys of workflows whose keys a check regenerated.
    regeneratedKeys: new Map(),

    // Responses that several checks share. The key is the arguments of the run.
    sharedExchanges: new Map(),

    // Changes that stay on the server after the run, and why they could not be undone.
    remainingChanges: new Set(),
    failedRestores: new Map(),
  }
}

/** Returns the headers that identify the requests of a check in the logs of a server. */
export function createTraceHeaders(run: string | false, check: string): Readonly<Record<string, string>> {
  if (run === false) return {}
  return { 'user-agent': `wfhost-conformance/${version}`, 'x-conformance-check': `${run}/${check}` }
}

/** Creates the report of a run in which no check could run. It has every text that does not depend on the target. */
function createEmptyReport(plannedChecks: readonly PlannedCheck[], options: SuiteOptions): ConformanceReport {
  const results = plannedChecks.map((check) => createResult(check, { verdict: 'blocked', message: check.reason }))
  const spent = { requests: 0, runs: 0, executions: 0 }
  return createConformanceReport(results, { options, startedAt: new Date(), spent, waited: [], whyNotReached: undefined })
}

/** Creates the result of a check that did not run. */
function createResult({ check }: PlannedCheck, outcome: Pick<CheckResult, 'verdict' | 'message'>): CheckResult {
  return { ...describeCheck(check), ...outcome, durationMs: 0, exchanges: [] }
}

/** Adds the entry of the baseline that lists the failure, if there is one and it has not expired. */
function addBaseline(result: CheckResult, entries: readonly BaselineEntry[]): CheckResult {
  if (result.verdict !== 'fail') return result

  const entry = entries.find(({ check, expires }) => isNamed(result, check) && !isExpired(expires))
  if (entry === undefined) return result

  const { expires, owner, reason } = entry
  return { ...result, baseline: { reason, owner, expires } }
}

interface WaitTotal {
  durationMs: number
  readonly checks: Set<string>
}

/**
 * Creates a recorder that adds up the waits of a run, by reason. Concurrent checks may wait at the same time, so a sum may
 * exceed the duration of the run.
 */
function createWaitRecorder(): WaitRecorder {
  const totals = new Map<string, WaitTotal>()

  return {
    add: (reason, { check, durationMs }) => {
      const total = totals.get(reason) ?? { durationMs: 0, checks: new Set() }
      total.durationMs += durationMs
      total.checks.add(check)
      totals.set(reason, total)
    },
    summarize: () =>
      [...totals].map(([reason, { checks, durationMs }]) => ({
        reason,
        durationMs: Math.round(durationMs),
        checks: [...checks],
      })),
  }
}
