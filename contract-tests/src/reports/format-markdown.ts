import { requirementPage } from '@wfhost/internal/documentation'
import { toPrintable, toPrintableLine } from '@wfhost/internal/printable'
import type { CheckResult, ConformanceReport } from '../engine/conformance-report.ts'
import {
  baselineText,
  escapeText,
  failedExchangeOf,
  hooksText,
  problemText,
  reasonText,
  requestText,
  requirementsLine,
  responseText,
  spentLine,
  verdictLabels,
  verdicts,
} from './report-text.ts'

/** GitHub drops a step summary of more than a mebibyte; three bytes a character is the most that text takes here. */
const mostCharacters = 300_000
const longestBlock = 5000
const marks = { CONFORMANT: '✅', 'NON-CONFORMANT': '❌', INCOMPLETE: '⚠️', PARTIAL: '⚠️' } as const

/** A page of Markdown, such as for the summary of a job on GitHub. */
export function formatMarkdown(report: ConformanceReport): string {
  const { checks, hint, requirementSet, target, verdict } = report
  const acted = verdicts
    .filter((name) => name === 'fail' || name === 'error' || name === 'warn')
    .flatMap((name) => checks.filter((check) => check.verdict === name))
  const blocked = checks.filter((check) => check.verdict === 'blocked')
  const advised = checks.filter((check) => check.advice !== undefined)
  const head = [
    `## ${marks[verdict]} ${verdict}: ${escapeMarkdown(target.name)}`,
    `Requirements ${requirementSet} on ${escapeMarkdown(target.baseUrl)}. ${requirementsLine(report)}. ${spentLine(report)}.`,
    ...(hint === undefined ? [] : [escapeMarkdown(`${hint}.`)]),
    countsTable(report),
    areasTable(report),
    ...(blocked.length === 0 ? [] : ['### Blocked', blocked.map(blockedLine).join('\n')]),
    ...(advised.length === 0 ? [] : ['### Advice', advised.map(adviceLine).join('\n')]),
    ...(acted.length === 0 ? [] : ['### To act on']),
  ].join('\n\n')
  return `${[head, ...fitting(acted.map(details), mostCharacters - head.length)].join('\n\n')}\n`
}

function countsTable({ counts }: ConformanceReport): string {
  return table([
    verdicts.map((verdict) => verdictLabels[verdict]),
    verdicts.map(() => '---:'),
    verdicts.map((verdict) => String(counts[verdict])),
  ])
}

function areasTable({ checks, areas }: ConformanceReport): string {
  const rows = areas.map(({ claimed, name, verdict }) => {
    const own = checks.filter(({ area }) => area === name)
    const count = (wanted: CheckResult['verdict']) => String(own.filter((check) => check.verdict === wanted).length)
    return [name, claimed ? `${marks[verdict]} ${verdict}` : 'not claimed', count('pass'), count('fail'), count('blocked')]
  })
  return table([['area', 'verdict', 'passed', 'failed', 'blocked'], ['---', '---', '---:', '---:', '---:'], ...rows])
}

function table(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function blockedLine({ id, message }: CheckResult): string {
  return `- **${escapeMarkdown(id)}**: ${escapeMarkdown(message)}`
}

function adviceLine({ advice = '', id }: CheckResult): string {
  return `- **${escapeMarkdown(id)}**: ${escapeMarkdown(advice)}`
}

function details(check: CheckResult): string {
  const { id, requirement, statement, verdict } = check
  const exchange = failedExchangeOf(check)
  const known = baselineText(check)
  const hooks = hooksText(check)
  return [
    // A line that begins with a tag is HTML and not Markdown, up to the next empty line.
    `<details><summary><b>${verdictLabels[verdict]}</b> ${escapeText(toPrintableLine(`${id}: ${statement}`))}</summary>`,
    `${escapeMarkdown(reasonText(check))} [Read on](${requirementPage(requirement)})`,
    ...(known === undefined ? [] : [escapeMarkdown(known)]),
    block(problemText(check)),
    ...(hooks === undefined ? [] : ['Hooks', block(hooks)]),
    ...(exchange === undefined
      ? []
      : ['Sent', block(requestText(exchange)), 'Received', block(responseText(exchange)), toCodeBlock(exchange.curl, 'sh')]),
    '</details>',
  ].join('\n\n')
}

function block(text: string): string {
  const left = text.length - longestBlock
  return toCodeBlock(left > 0 ? `${text.slice(0, longestBlock)}\n… and ${left} characters more, in report.json` : text)
}

function fitting(parts: readonly string[], space: number): string[] {
  let left = space
  const first = parts.findIndex((part) => {
    left -= part.length
    return left < 0
  })
  return first === -1 ? [...parts] : [...parts.slice(0, first), `… and ${parts.length - first} more, in report.json`]
}

/** Text on one line as Markdown shows it: no markup, no HTML, no end of a table's cell. */
export function escapeMarkdown(text: string): string {
  return toPrintableLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~$@]/g, '\\$&')
}

/** Text as a block of code that it cannot end: its fence is longer than any in the text. */
export function toCodeBlock(text: string, language = ''): string {
  const printable = toPrintable(text)
  const runs = printable.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)))
  return `${fence}${language}\n${printable}\n${fence}`
}
