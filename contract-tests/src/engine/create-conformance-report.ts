import { type Requirement, requirements } from '@wfhost/openapi'
import { areaNames, isMeant, requirementSets } from './checks.ts'
import type { Area, CheckResult, CheckVerdict, ConformanceReport, Verdict } from './conformance-report.ts'
import { hintOf } from './hints.ts'
import { type BaselineEntry, type SuiteOptions, version } from './suite.ts'

/** Sums up results. Conformant is only what was tested: a check that is blocked leaves the verdict open. */
export function createConformanceReport(
  checks: readonly CheckResult[],
  run: {
    readonly options: SuiteOptions
    readonly startedAt: Date
    readonly spent: ConformanceReport['spent']
    readonly waited: ConformanceReport['waited']
    readonly obstacle: string | undefined
  },
): ConformanceReport {
  const hint = run.obstacle ?? hintOf(checks)
  const { baseUrl, name, product = 'wfhost', registryUrl = baseUrl } = run.options.description
  return {
    schemaVersion: 1,
    tool: { name: 'wfhost-conformance', version },
    requirementSet: (run.options.requirements ?? requirementSets.at(-1))?.name ?? '',
    target: { name, baseUrl, registryUrl, product },
    ...(run.options.trace ? { run: run.options.trace } : {}),
    startedAt: run.startedAt.toISOString(),
    durationMs: Date.now() - run.startedAt.getTime(),
    verdict: verdictOf(checks, run.options),
    ...(hint === undefined ? {} : { hint }),
    areas: reportedAreas(checks, run.options).map((area) => ({
      name: area,
      claimed: run.options.areas?.includes(area) ?? true,
      verdict: verdictOf(
        checks.filter((check) => check.area === area),
        run.options,
      ),
    })),
    counts: countVerdicts(checks),
    requirements: countRequirements(checks),
    spent: run.spent,
    waited: run.waited,
    checks,
  }
}

/** With some checks only, the areas that none of them belongs to are not asked for. */
function reportedAreas(checks: readonly CheckResult[], { only }: SuiteOptions): readonly Area[] {
  return only === undefined ? areaNames : areaNames.filter((name) => checks.some(({ area }) => area === name))
}

function verdictOf(checks: readonly CheckResult[], { only }: Pick<SuiteOptions, 'only'>): Verdict {
  if (checks.some((check) => check.verdict === 'fail')) return 'NON-CONFORMANT'
  const open = checks.some((check) => check.force !== 'observe' && (check.verdict === 'blocked' || check.verdict === 'error'))
  if (open || !isTested(checks, only)) return 'INCOMPLETE'
  return only === undefined ? 'CONFORMANT' : 'PARTIAL'
}

/** Whether the checks tell something. Observations that were selected by name do, if none of them is blocked. */
function isTested(checks: readonly CheckResult[], only: SuiteOptions['only']): boolean {
  const has = (wanted: CheckVerdict): boolean => checks.some(({ verdict }) => verdict === wanted)
  if (has('pass') || has('warn')) return true
  return only !== undefined && has('observed') && !has('blocked')
}

function countVerdicts(checks: readonly CheckResult[]): Record<CheckVerdict, number> {
  const counts = { pass: 0, fail: 0, warn: 0, observed: 0, blocked: 0, 'not-applicable': 0, error: 0 }
  for (const { verdict } of checks) counts[verdict] += 1
  return counts
}

function countRequirements(checks: readonly CheckResult[]): ConformanceReport['requirements'] {
  const registered: readonly Requirement[] = requirements
  const required = registered.filter((requirement) => requirement.evidence !== 'N')
  const notTestable = required.flatMap(({ id, unobservable }) => (unobservable === undefined ? [] : [{ id, why: unobservable }]))
  const tested = new Set(
    checks
      .filter(({ force, verdict }) => force === 'must' && ['pass', 'fail', 'warn'].includes(verdict))
      .map((check) => check.requirement),
  )
  const testable = required.filter((requirement) => requirement.unobservable === undefined)
  const testedCount = testable.filter((requirement) => tested.has(requirement.id)).length
  return {
    total: required.length,
    tested: testedCount,
    untested: testable.length - testedCount,
    notTestable,
    notShown: registered.length - required.length,
  }
}

export function isExpired(expires: string): boolean {
  return new Date().toISOString().slice(0, 10) > expires
}

/** Baseline entries that are expired, or whose check does not fail. */
export function staleEntries(results: readonly CheckResult[], baseline: readonly BaselineEntry[]): string[] {
  return baseline.flatMap(({ check, expires }) => {
    if (isExpired(expires)) return [`${check}: expired on ${expires}`]
    const meant = results.filter((candidate) => isMeant(candidate, check))
    if (meant.length === 0) return [`${check}: there is no such check`]
    return meant.every(({ verdict }) => verdict === 'pass') ? [`${check}: passes, so its entry is to be removed`] : []
  })
}
