import { quoteForShell } from '@wfhost/internal/curl'
import type { CheckResult, ConformanceReport, RecordedExchange, ReportedCause } from '../engine/conformance-report.ts'
import { findFailedExchange } from '../engine/failed-exchange.ts'
import { counted, verdictLabels, verdicts } from './report-text.ts'

/** A cause with its checks, as reports show it. */
export interface CauseView extends Pick<ReportedCause, 'title' | 'remedy' | 'verdict' | 'fixture'> {
  /** The position among the causes, from 1. */
  readonly number: number
  readonly affected: readonly [CheckResult, ...CheckResult[]]
  /** The exchange that shows the cause. Undefined if no single one does. */
  readonly exchange: RecordedExchange | undefined
  /** The number of checks by result, such as `7 failed, 2 blocked`. */
  readonly counts: string
}

/** Returns the causes of a report with their checks. */
export function listCauses({ causes, checks }: ConformanceReport): CauseView[] {
  const checkById = new Map(checks.map((check) => [check.id, check]))

  return causes.flatMap(({ checks: ids, ...cause }, index) => {
    const [first, ...others] = ids.map((id) => checkById.get(id)).filter((check) => check !== undefined)
    if (first === undefined) return []

    const affected = [first, ...others] as const
    const exchange = affected.map(findFailedExchange).find((failedExchange) => failedExchange !== undefined)
    return [{ ...cause, number: index + 1, affected, exchange, counts: countResults(affected) }]
  })
}

/** Counts checks by their results, those that need action first. */
function countResults(checks: readonly CheckResult[]): string {
  const parts = verdicts.map((verdict) => {
    const count = checks.filter((check) => check.verdict === verdict).length
    return count === 0 ? undefined : `${count} ${verdictLabels[verdict]}`
  })
  return parts.filter((part) => part !== undefined).join(', ')
}

/** The most checks that a command names. A few of them show whether a cause is gone. */
const MOST_IDS = 6

/** Returns the command that runs some checks again, or the whole run without checks. */
export function rerunCommand({ config, contract }: ConformanceReport, checks: readonly CheckResult[]): string {
  const words = ['wfhost-conformance', ...(contract === undefined ? ['run'] : ['verify', contract.file])]
  if (config !== undefined) words.push('-c', config)

  const names = [...new Set(checks.map(({ id }) => id))].slice(0, MOST_IDS)
  if (names.length > 0) words.push('--only', names.join(','))
  return words.map((word) => (/^[\w./,:=-]+$/.test(word) ? word : quoteForShell(word))).join(' ')
}

/** Writes the sentence that says how a run ended, such as `Two causes explain all 9 failures`. */
export function describeOutcome(report: ConformanceReport): string {
  const { areas, contract, counts, target, verdict } = report
  const name = target.name
  const claimed = areas.filter((area) => area.claimed).length

  if (verdict === 'KEPT') return `${name} keeps the contract`
  if (verdict === 'CONFORMANT') return `${name} conforms to ${claimed === 1 ? 'its area' : `all ${claimed} areas`}`
  if (verdict === 'PARTIAL') return `No selected check failed on ${name}`
  if (verdict === 'INCOMPLETE') return `${counted(counts.blocked + counts.error, 'check')} could not run`

  const noun = contract === undefined ? 'failure' : 'difference'
  const causes = listCauses(report).filter((cause) => cause.verdict === 'fail').length
  const explains = causes === 1 ? 'One cause explains' : `${capitalize(numberWord(causes))} causes explain`
  return counts.fail === 1 ? `${name} has one ${noun}` : `${explains} all ${counts.fail} ${noun}s`
}

/** Returns the sentences below the outcome of a run: how much was tested, or in how many areas the server differs. */
export function describeVerdict(report: ConformanceReport): string {
  const { requirements, verdict } = report

  switch (verdict) {
    case 'CONFORMANT': {
      const { tested, untested } = requirements
      return `${tested} of ${tested + untested} requirements that can be tested from outside were tested, and hold.`
    }
    case 'INCOMPLETE':
      return 'Nothing failed, but untested requirements never count as passed. The causes name what is missing.'
    case 'PARTIAL':
      return 'Only a part of the checks ran.'
    // A server that `wfhost-conformance verify` has compared with a contract keeps the contract, or breaks it.
    case 'KEPT':
      return 'Everything that the tests relied on holds on this server.'
    case 'BROKEN':
    case 'NON-CONFORMANT':
      return describeDifferingAreas(report)
  }
}

/** States in how many areas a server differs, and which cause to fix first. */
function describeDifferingAreas(report: ConformanceReport): string {
  const { areas, target, verdict } = report
  const differing = areas.filter((area) => area.verdict === 'NON-CONFORMANT' || area.verdict === 'BROKEN').length
  const reference = verdict === 'BROKEN' ? 'the contract' : 'the document'
  const difference = `${target.name} differs from ${reference} in ${differing} of ${counted(areas.length, 'area')}.`

  // The order matters only if several causes have failures.
  const [firstCause, secondCause] = listCauses(report)
  if (firstCause === undefined || secondCause?.verdict !== 'fail') return difference

  const explained = firstCause.affected.filter((check) => check.verdict === 'fail').length
  return `${difference} Fix cause 1 first: it explains ${explained} of the ${counted(report.counts.fail, 'failed check')}.`
}

const numberWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

function numberWord(number: number): string {
  return numberWords[number] ?? String(number)
}

function capitalize(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
