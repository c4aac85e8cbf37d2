import { toPrintableLine } from '@wfhost/internal/printable'
import { type Requirement, requirements } from '@wfhost/openapi'
import type { CheckResult, ConformanceReport } from '../engine/conformance-report.ts'
import { verdictLabels } from './report-text.ts'

/** A sentence of the register, and what a run tested of it. */
export interface Coverage extends Pick<Requirement, 'id' | 'section' | 'statement'> {
  readonly isCovered: boolean
  /** Why it is not covered, or only in part; undefined where each of its checks came to a verdict. */
  readonly gap?: string
  readonly checks: readonly Pick<CheckResult, 'id' | 'statement' | 'verdict'>[]
  /** What was sent for it, such as `4 requests: 3 × 200, 401`. */
  readonly sent: string
}

const registered: readonly Requirement[] = requirements

/** Of each requirement, the assertions that test it and what they sent, or why there is none. */
export function coverageOf({ checks }: ConformanceReport): readonly Coverage[] {
  return registered.map((requirement) => {
    const own = checks.filter((check) => check.requirement === requirement.id)
    const decided = own.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail' || verdict === 'warn')
    const gap = gapOf(requirement, own)
    return {
      ...{ id: requirement.id, section: requirement.section, statement: requirement.statement },
      isCovered: decided.length > 0,
      ...(gap === undefined ? {} : { gap }),
      checks: own.map(({ id, statement, verdict }) => ({ id, statement, verdict })),
      sent: sentBy(own),
    }
  })
}

function gapOf({ evidence, unobservable }: Requirement, own: readonly CheckResult[]): string | undefined {
  if (unobservable !== undefined) return `cannot be seen from outside: ${unobservable}`
  if (own.length === 0) return evidence === 'N' ? 'an open question that no check observes' : 'no check of it was asked for'
  const open = own.filter(({ verdict }) => verdict === 'blocked' || verdict === 'not-applicable' || verdict === 'error')
  if (open.length > 0) return [...new Set(open.map(({ id, message }) => `${id}: ${message.split('\n', 1)[0]}`))].join('; ')
  return own.every(({ verdict }) => verdict === 'observed') ? 'an open question: it was observed, and not judged' : undefined
}

function sentBy(own: readonly CheckResult[]): string {
  const statuses = own.flatMap(({ exchanges }) => exchanges.map(({ status }) => status)).toSorted((a, b) => a - b)
  if (statuses.length === 0) return 'nothing'
  const counted = [...new Set(statuses)].map((status) => {
    const count = statuses.filter((one) => one === status).length
    return count === 1 ? String(status) : `${count} × ${status}`
  })
  return `${statuses.length} request${statuses.length === 1 ? '' : 's'}: ${counted.join(', ')}`
}

export function formatCoverage(report: ConformanceReport): string {
  const all = coverageOf(report)
  const lines = all.flatMap(({ checks, gap, id, isCovered, section, sent, statement }) => [
    `${isCovered ? 'covered    ' : 'not covered'} ${id} (section ${section}): ${toPrintableLine(statement)}`,
    ...checks.map((check) => `    ${verdictLabels[check.verdict]} ${toPrintableLine(`${check.id}: ${check.statement}`)}`),
    ...(checks.length === 0 ? [] : [`    sent ${sent}`]),
    ...(gap === undefined ? [] : [`    ${toPrintableLine(gap)}`]),
  ])
  const covered = all.filter(({ isCovered }) => isCovered).length
  return [...lines, `${covered} of ${all.length} sentences are covered`].join('\n')
}
