import { getRequirementUrl } from '@wfhost/internal/documentation'
import { toPrintable, toPrintableLine } from '@wfhost/internal/printable'
import type { CheckResult, ConformanceReport, RecordedExchange, Verdict } from '../engine/conformance-report.ts'
import { findFailedExchange } from '../engine/failed-exchange.ts'
import { describeOutcome, listCauses } from './cause-view.ts'
import {
  describeFailure,
  describeHookCalls,
  describeKnownFailure,
  describeSource,
  escapeText,
  formatRequest,
  formatResponse,
  notVerifiableLines,
  spentLine,
  testedLine,
  verdictLabels,
  verdicts,
} from './report-text.ts'

/** The longest page, in characters. GitHub drops a step summary of more than a mebibyte, and a character has at most 3 bytes. */
const LONGEST_PAGE = 300_000
const LONGEST_BLOCK = 5000
const marks: Readonly<Record<Verdict, string>> = {
  CONFORMANT: '✅',
  KEPT: '✅',
  'NON-CONFORMANT': '❌',
  BROKEN: '❌',
  INCOMPLETE: '⚠️',
  PARTIAL: '⚠️',
}

/** Formats a report as Markdown, for example for the summary of a job on GitHub. */
export function formatMarkdown(report: ConformanceReport): string {
  const { checks } = report
  const actionable = verdicts.filter((verdict) => verdict === 'fail' || verdict === 'error' || verdict === 'warn')
  const failures = actionable.flatMap((verdict) => checks.filter((check) => check.verdict === verdict))

  const head = [...formatHead(report), ...formatCauses(report), ...formatAdvice(checks), ...formatNotVerifiable(report)]
  if (failures.length > 0) head.push('### To act on')

  const headText = head.join('\n\n')
  const details = keepFitting(failures.map(formatCollapsibleSection), LONGEST_PAGE - headText.length)
  return `${[headText, ...details].join('\n\n')}\n`
}

function formatHead(report: ConformanceReport): string[] {
  const { hint, target, verdict } = report
  const summary = `${testedLine(report)}. ${spentLine(report)}.`

  const paragraphs = [
    `## ${marks[verdict]} ${verdict}: ${escapeMarkdown(target.name)}`,
    `${escapeMarkdown(target.baseUrl)}. ${summary}`,
  ]
  if (hint !== undefined) paragraphs.push(escapeMarkdown(`${hint}.`))
  return [...paragraphs, countsTable(report), areasTable(report)]
}

/** Lists the causes that need action, each with its remedy and its checks. */
function formatCauses(report: ConformanceReport): string[] {
  const lines = listCauses(report).map(({ affected, counts, number, remedy, title }) => {
    const ids = affected.map(({ id }) => id).join(', ')
    return `${number}. **${escapeMarkdown(title)}** (${counts}). ${escapeMarkdown(remedy)} Checks: ${escapeMarkdown(ids)}.`
  })
  return lines.length === 0 ? [] : [`### ${escapeMarkdown(describeOutcome(report))}`, lines.join('\n')]
}

/** Lists the advice of checks, with one line for each advice. */
function formatAdvice(checks: readonly CheckResult[]): string[] {
  const advised = checks.filter(({ advice }) => advice !== undefined)
  const texts = [...new Set(advised.map(({ advice = '' }) => advice))]

  const lines = texts.map((text) => {
    const ids = advised.filter(({ advice }) => advice === text).map(({ id }) => id)
    return `- **${escapeMarkdown(ids.join(', '))}**: ${escapeMarkdown(text)}`
  })
  return lines.length === 0 ? [] : ['### Advice', lines.join('\n')]
}

/** Lists the requests of a contract that cannot be compared. */
function formatNotVerifiable(report: ConformanceReport): string[] {
  const lines = notVerifiableLines(report).map((line) => `- ${escapeMarkdown(line)}`)
  return lines.length === 0 ? [] : ['### Not verifiable', lines.join('\n')]
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
    const count = (wanted: CheckResult['verdict']) =>
      String(checks.filter((check) => check.area === name && check.verdict === wanted).length)
    return [name, claimed ? `${marks[verdict]} ${verdict}` : 'not claimed', count('pass'), count('fail'), count('blocked')]
  })
  return table([['area', 'verdict', 'passed', 'failed', 'blocked'], ['---', '---', '---:', '---:', '---:'], ...rows])
}

function table(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Formats a check as a section that the reader can open. It is an HTML element with paragraphs of Markdown. */
function formatCollapsibleSection(check: CheckResult): string {
  const { id, requirement, statement, verdict } = check
  const title = escapeText(toPrintableLine(`${id}: ${statement}`))

  const paragraphs = [
    `<details><summary><b>${verdictLabels[verdict]}</b> ${title}</summary>`,
    `${escapeMarkdown(describeSource(check))} [Read on](${getRequirementUrl(requirement)})`,
  ]

  // The baseline is the list of known failures in the configuration.
  const knownFailure = describeKnownFailure(check)
  if (knownFailure !== undefined) paragraphs.push(escapeMarkdown(knownFailure))

  paragraphs.push(toLimitedCodeBlock(describeFailure(check)))

  // Hooks are functions for actions outside the API, such as publishing a workflow.
  const hookCalls = describeHookCalls(check)
  if (hookCalls !== undefined) paragraphs.push('Hooks', toLimitedCodeBlock(hookCalls))

  const exchange = findFailedExchange(check)
  if (exchange !== undefined) paragraphs.push(...formatExchange(exchange))

  // After a line that begins with a tag, Markdown is parsed again only after an empty line.
  return [...paragraphs, '</details>'].join('\n\n')
}

function formatExchange(exchange: RecordedExchange): string[] {
  const request = toLimitedCodeBlock(formatRequest(exchange))
  const response = toLimitedCodeBlock(formatResponse(exchange))
  return ['Sent', request, 'Received', response, toCodeBlock(exchange.curl, 'sh')]
}

function toLimitedCodeBlock(text: string): string {
  const omitted = text.length - LONGEST_BLOCK
  if (omitted <= 0) return toCodeBlock(text)
  return toCodeBlock(`${text.slice(0, LONGEST_BLOCK)}\n… and ${omitted} characters more, in report.json`)
}

/** Returns the parts that fit into a number of characters, and a note about the others. */
function keepFitting(parts: readonly string[], space: number): string[] {
  let left = space
  for (const [index, part] of parts.entries()) {
    left -= part.length
    if (left < 0) return [...parts.slice(0, index), `… and ${parts.length - index} more, in report.json`]
  }
  return [...parts]
}

/** Escapes a text on one line, so that Markdown shows no markup, no HTML, and no end of a table cell. */
export function escapeMarkdown(text: string): string {
  return toPrintableLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~$@]/g, '\\$&')
}

/** Formats a text as a block of code. Its fence is longer than any in the text, so that the text cannot end the block. */
export function toCodeBlock(text: string, language = ''): string {
  const printable = toPrintable(text)
  const fencesInText = printable.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...fencesInText.map((fenceInText) => fenceInText.length + 1)))
  return `${fence}${language}\n${printable}\n${fence}`
}
