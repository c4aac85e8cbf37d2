import { createBudget } from './budget.ts'
import type { Check } from './checks.ts'
import type { CheckResult, ConformanceReport } from './conformance-report.ts'
import { createConformanceReport } from './create-conformance-report.ts'
import { type PlannedCheck, planChecks } from './plan.ts'
import { runCheck } from './run-check.ts'
import { createSecrets } from './secrets.ts'
import type { SuiteOptions } from './suite-options.ts'

/** A run of the suite that has ended. */
export interface SuiteRun {
  readonly report: ConformanceReport
  /** Whether the target gave no answer, at all or any more. */
  readonly unreachable: boolean
  /** Baseline entries that are expired, or whose check does not fail. */
  readonly staleBaseline: readonly string[]
}

/** A report that would show a secret. It is withheld. */
export class SecretLeak extends Error {
  override readonly name = 'SecretLeak'
}

const deadChecksToStop = 3

/**
 * Runs checks on a target, one after another.
 *
 * @throws {SecretLeak} when the report would show a secret in any form that is known.
 */
export async function runSuite(
  checks: readonly Check[],
  { onResult = () => {}, options }: { readonly options: SuiteOptions; readonly onResult?: (result: CheckResult) => void },
): Promise<SuiteRun> {
  const secrets = createSecrets()
  for (const [name, value] of Object.entries(options.secrets)) secrets.add(name, value)
  const budget = createBudget(options.limits)
  const regeneratedKeys = new Map<string, string>()
  const startedAt = new Date()
  const results: CheckResult[] = []
  let deadInARow = 0
  let answered = false
  for (const planned of planChecks(checks, options)) {
    const result = await next(planned)
    const known = options.baseline.find(
      (entry) => entry.check === result.id && result.verdict === 'fail' && !isExpired(entry.expires),
    )
    const { expires, owner, reason } = known ?? {}
    const complete =
      reason !== undefined && owner !== undefined && expires !== undefined
        ? { ...result, baseline: { reason, owner, expires } }
        : result
    results.push(complete)
    onResult(complete)
  }
  const report = createConformanceReport(results, { options, startedAt, spent: budget.spent() })
  const leaks = secrets.leaksIn(JSON.stringify(report))
  if (leaks.length > 0) throw new SecretLeak(`Cannot write the report: it would show ${leaks.join(', ')}`)
  return {
    report,
    unreachable: deadInARow >= deadChecksToStop || (deadInARow > 0 && !answered),
    staleBaseline: staleEntries(results, options.baseline),
  }

  async function next(planned: PlannedCheck): Promise<CheckResult> {
    if (planned.verdict !== 'run') return notRun(planned, { verdict: planned.verdict, message: planned.reason })
    if (deadInARow >= deadChecksToStop) {
      return notRun(planned, { verdict: 'blocked', message: `the target gave no answer to ${deadChecksToStop} checks in a row` })
    }
    const { dead, result } = await runCheck(planned.check, { options, state: { budget, secrets, regeneratedKeys } })
    deadInARow = dead ? deadInARow + 1 : 0
    answered ||= !dead
    return result
  }
}

function notRun({ check }: PlannedCheck, outcome: Pick<CheckResult, 'verdict' | 'message'>): CheckResult {
  const { evidence, force, id, profile, requirement, section, statement } = check
  return { id, requirement, section, statement, evidence, force, profile, ...outcome, durationMs: 0, exchanges: [] }
}

function isExpired(expires: string): boolean {
  return new Date().toISOString().slice(0, 10) > expires
}

function staleEntries(results: readonly CheckResult[], baseline: SuiteOptions['baseline']): string[] {
  return baseline.flatMap(({ check, expires }) => {
    if (isExpired(expires)) return [`${check}: expired on ${expires}`]
    const result = results.find((candidate) => candidate.id === check)
    if (result === undefined) return [`${check}: there is no such check`]
    return result.verdict === 'pass' ? [`${check}: passes, so its entry is to be removed`] : []
  })
}
