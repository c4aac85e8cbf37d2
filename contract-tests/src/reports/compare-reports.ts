import { toPrintableLine } from '@wfhost/internal/printable'
import type { CheckResult, ConformanceReport } from '../engine/conformance-report.ts'
import { renderPage } from './format-html.ts'
import { renderLockup, renderVerdict } from './html-parts.ts'
import { escapeText, verdictLabels, verdictStyles } from './report-text.ts'

/** A check with different results in two reports. Its members are those of the JSON that the command prints. */
export interface Difference {
  readonly check: string
  readonly statement: string
  /** The results in the order of the reports: the verdict, the first line of the message, and the statuses. */
  readonly found: readonly [string, string]
}

/** The result of a comparison. Its members are those of the JSON that the command prints. */
export interface Comparison {
  readonly reports: readonly [ComparedReport, ComparedReport]
  readonly differences: readonly Difference[]
  /** The checks that are in one report only, by the position of that report. */
  readonly only: readonly [readonly string[], readonly string[]]
  /** The number of checks with the same result. */
  readonly alike: number
}

type ComparedReport = Pick<ConformanceReport, 'startedAt' | 'target' | 'verdict'>

/**
 * Compares two reports check by check. It ignores random differences: times, run IDs, the order of concurrent
 * responses, and the number of repeated requests.
 */
export function compareReports(first: ConformanceReport, second: ConformanceReport): Comparison {
  const differences: Difference[] = []
  let equalCount = 0

  for (const check of first.checks) {
    const secondCheck = second.checks.find(({ id }) => id === check.id)
    if (secondCheck === undefined) continue

    // The descriptions leave out what differs at random.
    const firstResult = describeResult(check)
    const secondResult = describeResult(secondCheck)
    if (firstResult === secondResult) {
      equalCount += 1
    } else {
      differences.push({ check: check.id, statement: check.statement, found: [firstResult, secondResult] })
    }
  }

  const onlyInFirst = listMissingChecks(first, second)
  const onlyInSecond = listMissingChecks(second, first)
  return {
    reports: [pickSummary(first), pickSummary(second)],
    differences,
    only: [onlyInFirst, onlyInSecond],
    alike: equalCount,
  }
}

function pickSummary({ startedAt, target, verdict }: ConformanceReport): ComparedReport {
  return { startedAt, target, verdict }
}

/** Lists the checks of a report that another report does not have. */
function listMissingChecks({ checks }: ConformanceReport, other: ConformanceReport): string[] {
  const otherIds = new Set(other.checks.map(({ id }) => id))
  return checks.map(({ id }) => id).filter((id) => !otherIds.has(id))
}

/** Describes a result without the members that differ at random, such as `failed expected status 400 (200)`. */
function describeResult({ exchanges, message, verdict }: CheckResult): string {
  const [firstLine = ''] = message.split('\n', 1)
  const statuses = [...new Set(exchanges.map(({ status }) => status))].sort().join(' ')

  const parts: string[] = [verdictLabels[verdict]]
  if (verdict !== 'pass' && firstLine !== '') parts.push(firstLine)
  if (statuses !== '') parts.push(`(${statuses})`)
  return parts.join(' ')
}

/** Formats a comparison for a terminal. */
export function formatComparison({ alike, differences, only, reports }: Comparison): string {
  const names = reports.map(describeReport)
  const lines = differences.flatMap((difference) => formatDifference(difference, names))

  for (const [index, ids] of only.entries()) {
    if (ids.length > 0) lines.push(`only in ${names[index]}: ${ids.join(', ')}`)
  }
  for (const [index, { verdict }] of reports.entries()) lines.push(`${verdict} ${names[index]}`)
  return [...lines, `${differences.length} checks differ, ${alike} are alike`].join('\n')
}

function formatDifference({ check, found, statement }: Difference, names: readonly string[]): string[] {
  const lines = found.map((result, index) => `  ${names[index]}: ${toPrintableLine(result)}`)
  return [`${check}: ${toPrintableLine(statement)}`, ...lines]
}

function describeReport({ startedAt, target }: ComparedReport): string {
  return toPrintableLine(`${target.name} (${startedAt.slice(0, 16).replace('T', ' ')} UTC)`)
}

/** Formats a comparison as an HTML page. */
export function formatComparisonHtml(comparison: Comparison): string {
  const { alike, differences, only, reports } = comparison
  const missingChecks = reports.map((report, index) => renderOnlyIn(report, only[index] ?? []))

  return renderPage({
    title: `${differences.length} differences`,
    body: `<header class="bar">${renderLockup('comparison')}</header>
<section class="head" aria-labelledby="outcome"><div><h1 id="outcome">${differences.length} checks differ, ${alike} are alike</h1>
<ul class="plain">${reports.map(renderReport).join('')}</ul></div></section>
<main id="main" tabindex="-1"><section aria-label="Differences">${missingChecks.join('')}${renderDifferences(comparison)}</section></main>`,
  })
}

function renderReport(report: ComparedReport): string {
  const { verdict } = report
  const style = verdictStyles[verdict]
  return `<li>${renderVerdict(style, verdict)} ${escapeText(describeReport(report))}</li>`
}

/** Shows the checks that differ as a table, and nothing if all are alike. On a narrow screen, each row is a card. */
function renderDifferences({ differences, reports }: Comparison): string {
  if (differences.length === 0) return ''

  const names = reports.map(describeReport)
  const headings = names.map((name) => `<th scope="col">${escapeText(name)}</th>`)
  const rows = differences.map((difference) => renderRow(difference, names))
  return `<div class="scroll stacked wrapped" tabindex="0" role="group" aria-label="Differences"><table><thead><tr><th scope="col">Check</th>${headings.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`
}

function renderRow({ check, found, statement }: Difference, names: readonly string[]): string {
  const cells = found.map((result, index) => `<td data-title="${escapeText(names[index] ?? '')}">${escapeText(result)}</td>`)
  return `<tr><th scope="row"><span class="name">${escapeText(check)}</span><p class="soft">${escapeText(statement)}</p></th>${cells.join('')}</tr>`
}

function renderOnlyIn(report: ComparedReport, ids: readonly string[]): string {
  if (ids.length === 0) return ''
  return `<p>Only in ${escapeText(describeReport(report))}: ${escapeText(ids.join(', '))}</p>`
}
