import { toPrintable, toPrintableLine } from '@wfhost/internal/printable'
import type { CheckResult, CheckVerdict, ConformanceReport } from '../engine/conformance-report.ts'
import {
  countsLine,
  failedExchangeOf,
  failureParts,
  problemText,
  requirementsLine,
  spentLine,
  verdictLabels,
  waitedLine,
} from './report-text.ts'

const shownCharacters = 1200
const shownLines = 20
const shownIds = 8
const verdictStyles = { CONFORMANT: 'pass', 'NON-CONFORMANT': 'fail', INCOMPLETE: 'warn', PARTIAL: 'warn' } as const

/** What the command ends with: what to act on, then the verdict of each area, and the counts. */
export function formatTerminal(report: ConformanceReport, { colour = false }: { readonly colour?: boolean } = {}): string {
  const paint = createPaint(colour)
  const { checks, durationMs, hint, requirementSet, target, verdict } = report
  const waited = waitedLine(report)
  const acted = checks.filter((check) => ['fail', 'error', 'warn', 'blocked'].includes(check.verdict))
  const sections = [
    ...acted.filter(({ verdict }) => verdict !== 'blocked').map((check) => failureText(check, paint)),
    blockedText(acted, paint),
    adviceText(checks, paint),
    areasText(report, paint),
    [
      ...(hint === undefined || isBlockedBy(hint, acted) ? [] : [`${paint('warn', 'hint')} ${toPrintableLine(hint)}`]),
      countsLine(report),
      requirementsLine(report),
      ...(waited === undefined ? [] : [waited]),
      `${spentLine(report)}, in ${(durationMs / 1000).toFixed(1)} s`,
      `${paint(verdictStyles[verdict], verdict)} ${toPrintableLine(target.name)} with requirements ${requirementSet}`,
    ].join('\n'),
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

function failureText(check: CheckResult, paint: Paint): string {
  const { id, verdict } = check
  const exchange = failedExchangeOf(check)
  return [
    `${paint(verdict, verdictLabels[verdict])} ${paint('bold', toPrintableLine(id))}`,
    ...failureParts(check).map(([label, text]) => `  ${paint('faint', label.padEnd(9))} ${indent(cut(toPrintable(text)))}`),
    // Whole, and on one line: it is there to be copied.
    ...(exchange === undefined ? [] : [`  ${paint('faint', 'repeat   ')} ${toPrintable(exchange.curl)}`]),
    `  ${paint('faint', 'replay   ')} wfhost-conformance replay ${toPrintableLine(id)} -c …`,
  ].join('\n')
}

function blockedText(checks: readonly CheckResult[], paint: Paint): string {
  const blocked = checks.filter(({ verdict }) => verdict === 'blocked')
  const reasons = [...new Set(blocked.map(({ message }) => message))]
  return reasons
    .map((reason) => {
      const ids = blocked.filter(({ message }) => message === reason).map(({ id }) => toPrintableLine(id))
      const more = ids.length - shownIds
      const shown = more > 1 ? `${ids.slice(0, shownIds).join(', ')} and ${more} more` : ids.join(', ')
      return `${paint('blocked', verdictLabels.blocked)} ${shown}: ${toPrintableLine(reason)}`
    })
    .join('\n')
}

/** Whether a line of blocked checks says the hint already. */
function isBlockedBy(hint: string, checks: readonly CheckResult[]): boolean {
  return checks.some(({ message, verdict }) => verdict === 'blocked' && hint.includes(message))
}

function adviceText(checks: readonly CheckResult[], paint: Paint): string {
  return checks
    .filter(({ advice }) => advice !== undefined)
    .map(({ advice = '', id }) => `${paint('faint', 'advice')} ${toPrintableLine(id)}: ${toPrintableLine(advice)}`)
    .join('\n')
}

function areasText({ checks, areas }: ConformanceReport, paint: Paint): string {
  const rows = areas.map(({ claimed, name, verdict }) => {
    const count = (wanted: CheckResult['verdict']) =>
      String(checks.filter((check) => check.area === name && check.verdict === wanted).length).padStart(8)
    const shown = claimed ? paint(verdictStyles[verdict], verdict.padEnd(14)) : paint('faint', 'not claimed   ')
    return `${name.padEnd(14)} ${shown} ${count('pass')} ${count('fail')} ${count('warn')} ${count('blocked')}`
  })
  return [paint('bold', 'area           verdict          passed   failed  warning  blocked'), ...rows].join('\n')
}

function cut(text: string): string {
  const lines = text.split('\n')
  const short = lines.slice(0, shownLines).join('\n').slice(0, shownCharacters)
  const left = text.length - short.length
  return left > 0 ? `${short}\n… and ${left} characters more, in report.json` : short
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n            ')
}

const longest = 120

/** One line for a check that has just finished: the exchange of a failure is shown at the end, in full. */
export function formatProgress(check: CheckResult, { colour = false }: { readonly colour?: boolean } = {}): string {
  const { baseline, durationMs, id, verdict } = check
  const paint = createPaint(colour)
  const line = toPrintableLine(problemText(check))
  const left = line.length - longest
  const detail = left > 0 ? `${line.slice(0, longest)}… and ${left} characters more, in report.json` : line
  const label = verdictLabels[verdict].padEnd(14)
  const parts = [paint(verdict, label), toPrintableLine(id), paint('faint', `${durationMs} ms`)]
  const known = baseline === undefined ? [] : ['(known)']
  return [...parts, ...known, ...(detail === '' ? [] : [detail])].join(' ')
}

/** Puts text in the colour of a verdict, bold or faint; without colour it leaves it as it is. */
export type Paint = (style: CheckVerdict | 'bold' | 'faint', text: string) => string

// The sixteen colours of a terminal only: its reader chose them, and so they are legible in light and dark.
const codes = { fail: 31, error: 35, warn: 33, blocked: 33, observed: 36, 'not-applicable': 2, pass: 32, bold: 1, faint: 2 }

function createPaint(colour: boolean): Paint {
  return (style, text) => (colour ? `\u001b[${codes[style]}m${text}\u001b[0m` : text)
}
