import { toPrintable, toPrintableLine } from '@wfhost/internal/printable'
import type { CheckResult, CheckVerdict, ConformanceReport } from '../engine/conformance-report.ts'
import { baselineText, countsLine, failedExchangeOf, reasonText, verdictLabels, verdicts } from './report-text.ts'

const levels: Readonly<Partial<Record<CheckVerdict, 'error' | 'warning' | 'notice'>>> = {
  fail: 'error',
  error: 'error',
  warn: 'warning',
  blocked: 'notice',
}
const longest = 2000

/**
 * Commands that GitHub reads from the output of a step, one a line. GitHub shows the first ten of each level, so the
 * verdict comes first, and what has to be acted on before the rest. A failure that the baseline knows is a warning.
 */
export function formatGithubAnnotations(report: ConformanceReport): string {
  const { checks, target, verdict } = report
  const ordered = verdicts.flatMap((name) => checks.filter((check) => check.verdict === name))
  const title = `title=${escapeProperty(`${verdict}: ${target.name}`)}`
  return [`::notice ${title}::${escapeData(countsLine(report))}`, ...ordered.flatMap(annotation), ''].join('\n')
}

function annotation(check: CheckResult): string[] {
  const { id, message, requirement, verdict } = check
  const level = check.baseline === undefined ? levels[verdict] : 'warning'
  if (level === undefined) return []
  const known = baselineText(check)
  const curl = failedExchangeOf(check)?.curl
  const lines = [
    message.length > longest ? `${message.slice(0, longest)} …` : message,
    reasonText(check),
    ...(known === undefined ? [] : [known]),
    ...(curl === undefined ? [] : [curl]),
  ]
  const title = `title=${escapeProperty(`${verdictLabels[verdict]} ${id} (${requirement})`)}`
  return [`::${level} ${title}::${escapeData(lines.join('\n'))}`]
}

function escapeData(text: string): string {
  return toPrintable(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(toPrintableLine(text)).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
