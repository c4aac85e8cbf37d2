import { toPrintable, toPrintableLine } from '@wfhost/internal/printable'
import type { CheckResult, CheckVerdict, ConformanceReport, Verdict } from '../engine/conformance-report.ts'
import {
  countsLine,
  failedExchangeOf,
  failureParts,
  notVerifiableLines,
  problemText,
  spentLine,
  testedLine,
  verdictLabels,
  waitedLine,
} from './report-text.ts'

const MOST_CHARACTERS = 1200
const MOST_LINES = 20
const MOST_IDS = 8
const verdictStyles = {
  CONFORMANT: 'pass',
  KEPT: 'pass',
  'NON-CONFORMANT': 'fail',
  BROKEN: 'fail',
  INCOMPLETE: 'warn',
  PARTIAL: 'warn',
} as const satisfies Record<Verdict, CheckVerdict>

/** Formats a report for a terminal. It begins with the checks that need action, and ends with the counts and the verdict. */
export function formatTerminal(report: ConformanceReport, { colour = false }: { readonly colour?: boolean } = {}): string {
  const paint = createPaint(colour)
  const { checks } = report
  const failures = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'error' || verdict === 'warn')

  const sections = [
    ...failures.map((check) => failureText(check, paint)),
    blockedText(checks, paint),
    adviceText(checks, paint),
    notVerifiableText(report, paint),
    areasText(report, paint),
    summaryText(report, paint),
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

function summaryText(report: ConformanceReport, paint: Paint): string {
  const { checks, durationMs, hint, target, verdict } = report
  const lines: string[] = []
  if (hint !== undefined && !isStatedByBlockedCheck(hint, checks)) {
    lines.push(`${paint('warn', 'hint')} ${toPrintableLine(hint)}`)
  }
  lines.push(countsLine(report), testedLine(report))

  const waited = waitedLine(report)
  if (waited !== undefined) lines.push(waited)

  const verdictText = paint(verdictStyles[verdict], verdict)
  lines.push(`${spentLine(report)}, in ${(durationMs / 1000).toFixed(1)} s`)
  lines.push(`${verdictText} ${toPrintableLine(target.name)}`)
  return lines.join('\n')
}

function failureText(check: CheckResult, paint: Paint): string {
  const { id, verdict } = check
  const printableId = toPrintableLine(id)
  const lines = [`${paint(verdict, verdictLabels[verdict])} ${paint('bold', printableId)}`]

  for (const [label, text] of failureParts(check)) {
    lines.push(`  ${paint('faint', label.padEnd(9))} ${indent(shorten(toPrintable(text)))}`)
  }

  // The command is complete and on one line, so that it can be copied.
  const exchange = failedExchangeOf(check)
  if (exchange !== undefined) lines.push(`  ${paint('faint', 'repeat   ')} ${toPrintable(exchange.curl)}`)
  lines.push(`  ${paint('faint', 'replay   ')} wfhost-conformance replay ${printableId} -c …`)
  return lines.join('\n')
}

/** Lists the blocked checks, with one line for each reason. */
function blockedText(checks: readonly CheckResult[], paint: Paint): string {
  const blocked = checks.filter(({ verdict }) => verdict === 'blocked')
  const reasons = [...new Set(blocked.map(({ message }) => message))]

  const lines = reasons.map((reason) => {
    const ids = blocked.filter(({ message }) => message === reason).map(({ id }) => toPrintableLine(id))
    return `${paint('blocked', verdictLabels.blocked)} ${joinIds(ids)}: ${toPrintableLine(reason)}`
  })
  return lines.join('\n')
}

function joinIds(ids: readonly string[]): string {
  const omitted = ids.length - MOST_IDS
  // A note about a single id would be longer than the id.
  return omitted > 1 ? `${ids.slice(0, MOST_IDS).join(', ')} and ${omitted} more` : ids.join(', ')
}

/** Returns whether a line about blocked checks has the same text as the hint. */
function isStatedByBlockedCheck(hint: string, checks: readonly CheckResult[]): boolean {
  return checks.some(({ message, verdict }) => verdict === 'blocked' && hint.includes(message))
}

function adviceText(checks: readonly CheckResult[], paint: Paint): string {
  return checks
    .filter(({ advice }) => advice !== undefined)
    .map(({ advice = '', id }) => `${paint('faint', 'advice')} ${toPrintableLine(id)}: ${toPrintableLine(advice)}`)
    .join('\n')
}

function notVerifiableText(report: ConformanceReport, paint: Paint): string {
  return notVerifiableLines(report)
    .map((line) => `${paint('faint', 'not verifiable')} ${toPrintableLine(line)}`)
    .join('\n')
}

function areasText({ checks, areas }: ConformanceReport, paint: Paint): string {
  const rows = areas.map(({ claimed, name, verdict }) => {
    const count = (wanted: CheckResult['verdict']) =>
      String(checks.filter((check) => check.area === name && check.verdict === wanted).length).padStart(8)
    const verdictText = claimed ? paint(verdictStyles[verdict], verdict.padEnd(14)) : paint('faint', 'not claimed   ')
    return `${name.padEnd(14)} ${verdictText} ${count('pass')} ${count('fail')} ${count('warn')} ${count('blocked')}`
  })
  return [paint('bold', 'area           verdict          passed   failed  warning  blocked'), ...rows].join('\n')
}

function shorten(text: string): string {
  const lines = text.split('\n')
  const beginning = lines.slice(0, MOST_LINES).join('\n').slice(0, MOST_CHARACTERS)
  const omitted = text.length - beginning.length
  return omitted > 0 ? `${beginning}\n… and ${omitted} characters more, in report.json` : beginning
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n            ')
}

/** The most characters of a message in the line about a finished check. */
const LONGEST_MESSAGE = 120

/** Formats one line for a check that has just finished. The end of the run shows a failure completely. */
export function formatProgress(check: CheckResult, { colour = false }: { readonly colour?: boolean } = {}): string {
  const { baseline, durationMs, id, verdict } = check
  const paint = createPaint(colour)

  const label = verdictLabels[verdict].padEnd(14)
  const parts = [paint(verdict, label), toPrintableLine(id), paint('faint', `${durationMs} ms`)]
  if (baseline !== undefined) parts.push('(known)')

  const message = shortenLine(toPrintableLine(problemText(check)))
  if (message !== '') parts.push(message)
  return parts.join(' ')
}

function shortenLine(line: string): string {
  const omitted = line.length - LONGEST_MESSAGE
  return omitted > 0 ? `${line.slice(0, LONGEST_MESSAGE)}… and ${omitted} characters more, in report.json` : line
}

/** Adds the colour of a verdict, bold or faint to a text. Without colours, it returns the text unchanged. */
export type Paint = (style: CheckVerdict | 'bold' | 'faint', text: string) => string

// These are the basic colours of terminals. Users choose them, so they are legible on light and dark backgrounds.
const codes = { fail: 31, error: 35, warn: 33, blocked: 33, observed: 36, 'not-applicable': 2, pass: 32, bold: 1, faint: 2 }

function createPaint(colour: boolean): Paint {
  return (style, text) => (colour ? `\u001b[${codes[style]}m${text}\u001b[0m` : text)
}
