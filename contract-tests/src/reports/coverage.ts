import { toPrintableLine } from '@wfhost/internal/printable'
import { type Requirement, requirements } from '@wfhost/openapi'
import type { CheckResult, ConformanceReport } from '../engine/conformance-report.ts'
import { verdictLabels } from './report-text.ts'

/** A requirement of the register, and its checks in a run. */
export interface Coverage extends Pick<Requirement, 'id' | 'section' | 'statement'> {
  readonly isCovered: boolean
  /** Why the requirement is not covered, or only in part. @default each of its checks has a verdict */
  readonly gap?: string
  readonly checks: readonly Pick<CheckResult, 'id' | 'statement' | 'verdict'>[]
  /** The requests that were sent, such as `4 requests: 3 × 200, 401`. */
  readonly sent: string
}

const registered: readonly Requirement[] = requirements

/** Lists the requirements, each with the checks that test it and their requests, or with the reason why there is none. */
export function listCoverage({ checks }: ConformanceReport): readonly Coverage[] {
  return registered.map((requirement) => {
    const checksOfRequirement = checks.filter((check) => check.requirement === requirement.id)
    return describeCoverage(requirement, checksOfRequirement)
  })
}

function describeCoverage(requirement: Requirement, checks: readonly CheckResult[]): Coverage {
  const { id, section, statement } = requirement
  const isCovered = checks.some(({ verdict }) => verdict === 'pass' || verdict === 'fail' || verdict === 'warn')
  const summaries = checks.map((check) => ({ id: check.id, statement: check.statement, verdict: check.verdict }))
  const gap = describeGap(requirement, checks)

  const coverage = { id, section, statement, isCovered }
  const evidence = { checks: summaries, sent: describeRequests(checks) }
  return gap === undefined ? { ...coverage, ...evidence } : { ...coverage, gap, ...evidence }
}

/** Describes why a requirement is not covered, or only in part. Returns undefined if each of its checks has a result. */
function describeGap({ evidence, unobservable }: Requirement, checks: readonly CheckResult[]): string | undefined {
  if (unobservable !== undefined) return `cannot be seen from outside: ${unobservable}`
  if (checks.length === 0) {
    return evidence === 'N' ? 'an open question that no check observes' : 'its checks were not selected'
  }

  const openChecks = checks.filter(({ verdict }) => ['blocked', 'not-applicable', 'error'].includes(verdict))
  if (openChecks.length > 0) {
    const reasons = openChecks.map(({ id, message }) => `${id}: ${message.split('\n', 1)[0]}`)
    return [...new Set(reasons)].join('; ')
  }

  const isOnlyObserved = checks.every(({ verdict }) => verdict === 'observed')
  return isOnlyObserved ? 'an open question: it was observed, and not judged' : undefined
}

/** Counts the requests by their statuses, such as `4 requests: 3 × 200, 401`. */
function describeRequests(checks: readonly CheckResult[]): string {
  const statuses = checks.flatMap(({ exchanges }) => exchanges.map(({ status }) => status)).toSorted((a, b) => a - b)
  if (statuses.length === 0) return 'nothing'

  const counts = [...new Set(statuses)].map((status) => {
    const count = statuses.filter((candidate) => candidate === status).length
    return count === 1 ? String(status) : `${count} × ${status}`
  })
  const noun = statuses.length === 1 ? 'request' : 'requests'
  return `${statuses.length} ${noun}: ${counts.join(', ')}`
}

export function formatCoverage(report: ConformanceReport): string {
  const coverage = listCoverage(report)
  const coveredCount = coverage.filter(({ isCovered }) => isCovered).length
  return [...coverage.flatMap(formatRequirement), `${coveredCount} of ${coverage.length} sentences are covered`].join('\n')
}

function formatRequirement({ checks, gap, id, isCovered, section, sent, statement }: Coverage): string[] {
  const label = isCovered ? 'covered    ' : 'not covered'
  const lines = [`${label} ${id} (section ${section}): ${toPrintableLine(statement)}`]

  for (const check of checks) {
    lines.push(`    ${verdictLabels[check.verdict]} ${toPrintableLine(`${check.id}: ${check.statement}`)}`)
  }
  if (checks.length > 0) lines.push(`    sent ${sent}`)
  if (gap !== undefined) lines.push(`    ${toPrintableLine(gap)}`)
  return lines
}
