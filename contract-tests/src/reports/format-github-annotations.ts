import { toPrintable, toPrintableLine } from '@wfhost/internal/printable'
import type { CheckResult, CheckVerdict, ConformanceReport } from '../engine/conformance-report.ts'
import { findFailedExchange } from '../engine/failed-exchange.ts'
import { type CauseView, listCauses } from './cause-view.ts'
import { countsLine, describeKnownFailure, describeSource, verdictLabels, verdicts } from './report-text.ts'

const levels: Readonly<Partial<Record<CheckVerdict, 'error' | 'warning' | 'notice'>>> = {
  fail: 'error',
  error: 'error',
  warn: 'warning',
  blocked: 'notice',
}
const LONGEST_MESSAGE = 2000

/**
 * Formats a report as workflow commands of GitHub, one on each line. GitHub shows only the first ten annotations of each
 * level, so the verdict comes first, and then the checks that need action. A failure in the baseline is a warning.
 */
export function formatGithubAnnotations(report: ConformanceReport): string {
  const { checks, target, verdict } = report
  const sortedChecks = verdicts.flatMap((name) => checks.filter((check) => check.verdict === name))
  const title = `title=${escapeProperty(`${verdict}: ${target.name}`)}`

  const causes = listCauses(report).filter((cause) => cause.verdict === 'fail')
  const summary = `::notice ${title}::${escapeData([countsLine(report), ...causes.map(describeCause)].join('\n'))}`
  return [summary, ...sortedChecks.flatMap(formatAnnotation), ''].join('\n')
}

function describeCause({ counts, number, remedy, title }: CauseView): string {
  return `${number}. ${title} (${counts}). ${remedy}`
}

function formatAnnotation(check: CheckResult): string[] {
  const { id, message, requirement, verdict } = check
  const level = check.baseline === undefined ? levels[verdict] : 'warning'
  if (level === undefined) return []

  const shortMessage = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)} …` : message
  const lines = [shortMessage, describeSource(check), describeKnownFailure(check), findFailedExchange(check)?.curl]
  const text = lines.filter((line) => line !== undefined).join('\n')

  const title = `title=${escapeProperty(`${verdictLabels[verdict]} ${id} (${requirement})`)}`
  return [`::${level} ${title}::${escapeData(text)}`]
}

function escapeData(text: string): string {
  return toPrintable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(toPrintableLine(text)).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
