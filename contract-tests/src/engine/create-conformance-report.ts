import { type Requirement, requirements } from '@wfhost/openapi'
import { findCauses } from './causes/causes.ts'
import { findHint } from './causes/hints.ts'
import { areaNames, isNamed } from './checks.ts'
import type { Area, CheckResult, CheckVerdict, ConformanceReport, Verdict } from './conformance-report.ts'
import { omitUndefined } from './omit-undefined.ts'
import { type BaselineEntry, type SuiteOptions, version } from './suite.ts'

/** The circumstances of a run, beside the results of its checks. */
interface RunSummary {
  readonly options: SuiteOptions
  readonly startedAt: Date
  /** How many requests were sent, and how many of these were runs and executions. */
  readonly spent: ConformanceReport['spent']
  /** How long checks waited, by the reason for the wait. */
  readonly waited: ConformanceReport['waited']
  /** Why a service of the server did not respond. Undefined if each service responded. */
  readonly whyNotReached: string | undefined
}

/**
 * Creates the report of a run from the results of its checks. The file `report.json` has the members in the same order.
 */
export function createConformanceReport(checks: readonly CheckResult[], summary: RunSummary): ConformanceReport {
  const { options, spent, startedAt, waited } = summary
  const { baseUrl, name, product = 'wfhost', registryUrl = baseUrl } = options.description

  return {
    schemaVersion: 1,
    tool: { name: 'wfhost-conformance', version },
    target: { name, baseUrl, registryUrl, product },
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    verdict: decideVerdict(checks, options),
    areas: listReportedAreas(checks, options).map((area) => createAreaReport(area, checks, options)),
    counts: countVerdicts(checks),
    requirements: countRequirements(checks),
    // The numbers of requests, runs and executions, and how long checks waited.
    spent,
    waited,
    // A cause groups the failed, warned and blocked checks that have one reason in common.
    causes: findCauses(checks),
    checks,
    // `run`, `hint`, `quick`, `contract` and `config`, if they have a value.
    ...createOptionalMembers(checks, summary),
  }
}

type OptionalMembers = Pick<ConformanceReport, 'run' | 'hint' | 'quick' | 'contract' | 'config'>

/** Creates the members that only some reports have. */
function createOptionalMembers(checks: readonly CheckResult[], { options, whyNotReached }: RunSummary): OptionalMembers {
  const { config, contract, description, trace } = options

  return omitUndefined({
    // The ID of the run is in the trace headers of each request. False means that these headers were not sent.
    run: trace === false ? undefined : trace,
    // A sentence about the most likely reason of several failures.
    hint: whyNotReached ?? findHint(checks),
    quick: description.quick === true ? true : undefined,
    contract,
    config,
  })
}

function createAreaReport(area: Area, checks: readonly CheckResult[], options: SuiteOptions): ConformanceReport['areas'][number] {
  const checksOfArea = checks.filter((check) => check.area === area)
  return { name: area, claimed: options.areas?.includes(area) ?? true, verdict: decideVerdict(checksOfArea, options) }
}

/** Returns the areas of a report. If the checks are a selection or a contract, it lists only the areas of these checks. */
function listReportedAreas(checks: readonly CheckResult[], { contract, only }: SuiteOptions): readonly Area[] {
  const isComplete = only === undefined && contract === undefined
  return isComplete ? areaNames : areaNames.filter((name) => checks.some(({ area }) => area === name))
}

/** Decides the verdict of a report or an area. A blocked check leaves it open, because only tested requirements count. */
function decideVerdict(checks: readonly CheckResult[], { contract, only }: Pick<SuiteOptions, 'contract' | 'only'>): Verdict {
  const hasFailure = checks.some((check) => check.verdict === 'fail')
  if (hasFailure) return contract === undefined ? 'NON-CONFORMANT' : 'BROKEN'

  const hasOpenCheck = checks.some(({ force, verdict }) => force !== 'observe' && (verdict === 'blocked' || verdict === 'error'))
  if (hasOpenCheck || !hasResult(checks, only)) return 'INCOMPLETE'

  if (only !== undefined) return 'PARTIAL'
  return contract === undefined ? 'CONFORMANT' : 'KEPT'
}

/** Returns whether the checks have a result. Observations count if they were selected by name and none is blocked. */
function hasResult(checks: readonly CheckResult[], only: SuiteOptions['only']): boolean {
  const verdicts = new Set(checks.map(({ verdict }) => verdict))
  if (verdicts.has('pass') || verdicts.has('warn')) return true
  return only !== undefined && verdicts.has('observed') && !verdicts.has('blocked')
}

function countVerdicts(checks: readonly CheckResult[]): Record<CheckVerdict, number> {
  const counts = { pass: 0, fail: 0, warn: 0, observed: 0, blocked: 0, 'not-applicable': 0, error: 0 }
  for (const { verdict } of checks) counts[verdict] += 1
  return counts
}

/**
 * Counts the requirements of the register. The report has these members:
 *
 * - `total`: the binding requirements, which the source document states or implies. They are the sum of `tested`, `untested` and
 *   `notTestable`.
 * - `tested`: at least one check of this run could judge the server by the requirement.
 * - `untested`: a check could judge it, but none did in this run.
 * - `notTestable`: a list of the requirements that cannot be seen from outside, with the reasons from the register.
 * - `notShown`: the other requirements. The source document leaves them open, so no check can require them.
 */
function countRequirements(checks: readonly CheckResult[]): ConformanceReport['requirements'] {
  const binding = requirements.filter(isBinding)
  const notTestable = listNotTestable(binding)

  const testedIds = listTestedRequirements(checks)
  const testedCount = binding.filter((requirement) => isTestable(requirement) && testedIds.has(requirement.id)).length

  return {
    total: binding.length,
    tested: testedCount,
    untested: binding.length - notTestable.length - testedCount,
    notTestable,
    notShown: requirements.length - binding.length,
  }
}

/** Lists the requirements that cannot be seen from outside, and why. */
function listNotTestable(binding: readonly Requirement[]): ConformanceReport['requirements']['notTestable'] {
  return binding.flatMap(({ id, unobservable }) => (unobservable === undefined ? [] : [{ id, why: unobservable }]))
}

function isTestable({ unobservable }: Requirement): boolean {
  return unobservable === undefined
}

/**
 * Returns the ids of the requirements that this run tested: at least one check of the requirement judged the server. A blocked
 * check judges nothing. An observation, a check without the force `must`, only reports how the server behaves.
 */
function listTestedRequirements(checks: readonly CheckResult[]): ReadonlySet<string> {
  const decisiveChecks = checks.filter(({ force, verdict }) => force === 'must' && decisiveVerdicts.has(verdict))
  return new Set(decisiveChecks.map(({ requirement }) => requirement))
}

/** Returns whether the source document states or implies a requirement. Evidence N means that the document shows neither. */
function isBinding({ evidence }: Requirement): boolean {
  return evidence !== 'N'
}

/** The verdicts of a check that could judge the server. */
const decisiveVerdicts: ReadonlySet<CheckVerdict> = new Set<CheckVerdict>(['pass', 'fail', 'warn'])

export function isExpired(expires: string): boolean {
  return new Date().toISOString().slice(0, 10) > expires
}

/** Lists the entries of the baseline that have expired, or whose checks pass. */
export function listStaleEntries(results: readonly CheckResult[], baseline: readonly BaselineEntry[]): string[] {
  const descriptions = baseline.map((entry) => describeStaleEntry(entry, results))
  return descriptions.filter((description) => description !== undefined)
}

function describeStaleEntry({ check, expires }: BaselineEntry, results: readonly CheckResult[]): string | undefined {
  if (isExpired(expires)) return `${check}: expired on ${expires}`

  const namedResults = results.filter((result) => isNamed(result, check))
  if (namedResults.length === 0) return `${check}: there is no such check`

  const allPass = namedResults.every(({ verdict }) => verdict === 'pass')
  return allPass ? `${check}: passes, so its entry is to be removed` : undefined
}
