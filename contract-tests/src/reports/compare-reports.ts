import { toPrintableLine } from '@wfhost/internal/printable'
import type { CheckResult, ConformanceReport } from '../engine/conformance-report.ts'
import { htmlPage } from './format-html.ts'
import { escapeText, verdictLabels } from './report-text.ts'

/** A check that came to something else on one target than on the other, or at another time. */
export interface Difference {
  readonly check: string
  readonly statement: string
  /** What it came to, in the order of the reports: its verdict, the first line of its message, and which statuses it saw. */
  readonly found: readonly [string, string]
}

export interface Comparison {
  readonly reports: readonly [Compared, Compared]
  readonly differences: readonly Difference[]
  /** Checks that are in one report only, by the position of that report. */
  readonly only: readonly [readonly string[], readonly string[]]
  readonly alike: number
}

type Compared = Pick<ConformanceReport, 'requirementSet' | 'startedAt' | 'target' | 'verdict'>

/**
 * Compares two reports check by check. What chance made is no difference: times, run IDs, which of several requests at
 * once is answered first, and how often was asked until something showed.
 */
export function compareReports(one: ConformanceReport, other: ConformanceReport): Comparison {
  const others = new Map(other.checks.map((check) => [check.id, check]))
  const ids = new Set(one.checks.map(({ id }) => id))
  const both = one.checks.flatMap((check) => {
    const same = others.get(check.id)
    return same === undefined ? [] : [{ check, found: [resultOf(check), resultOf(same)] as const }]
  })
  const differing = both.filter(({ found: [a, b] }) => a !== b)
  return {
    reports: [headOf(one), headOf(other)],
    differences: differing.map(({ check, found }) => ({ check: check.id, statement: check.statement, found })),
    only: [
      one.checks.flatMap(({ id }) => (others.has(id) ? [] : [id])),
      other.checks.flatMap(({ id }) => (ids.has(id) ? [] : [id])),
    ],
    alike: both.length - differing.length,
  }
}

function headOf({ requirementSet, startedAt, target, verdict }: ConformanceReport): Compared {
  return { requirementSet, startedAt, target, verdict }
}

function resultOf({ exchanges, message, verdict }: CheckResult): string {
  const [first = ''] = message.split('\n', 1)
  const statuses = [...new Set(exchanges.map(({ status }) => status))].sort().join(' ')
  const shown = verdict === 'pass' ? '' : first
  return [verdictLabels[verdict], ...(shown === '' ? [] : [shown]), ...(statuses === '' ? [] : [`(${statuses})`])].join(' ')
}

export function formatComparison(comparison: Comparison): string {
  const { alike, differences, only, reports } = comparison
  const names = reports.map(nameOf)
  const [ofFirst, ofSecond] = only
  return [
    ...differences.flatMap(({ check, found, statement }) => [
      `${check}: ${toPrintableLine(statement)}`,
      ...found.map((text, index) => `  ${names[index]}: ${toPrintableLine(text)}`),
    ]),
    ...(ofFirst.length === 0 ? [] : [`only in ${names[0]}: ${ofFirst.join(', ')}`]),
    ...(ofSecond.length === 0 ? [] : [`only in ${names[1]}: ${ofSecond.join(', ')}`]),
    ...reports.map(({ verdict }, index) => `${verdict} ${names[index]}`),
    `${differences.length} checks differ, ${alike} are alike`,
  ].join('\n')
}

function nameOf({ startedAt, target }: Compared): string {
  return toPrintableLine(`${target.name} (${startedAt.slice(0, 16).replace('T', ' ')} UTC)`)
}

export function formatComparisonHtml(comparison: Comparison): string {
  const { alike, differences, only, reports } = comparison
  const rows = differences.map(
    ({ check, found, statement }) =>
      `<tr><th scope="row"><span class="name">${escapeText(check)}</span><p class="soft">${escapeText(statement)}</p></th>${found.map((text) => `<td>${escapeText(text)}</td>`).join('')}</tr>`,
  )
  const heads = reports.map(
    (report) =>
      `<th scope="col">${escapeText(nameOf(report))} <span class="badge ${report.verdict}">${report.verdict}</span></th>`,
  )
  const lone = only.flatMap((ids, index) => {
    const report = reports[index]
    return ids.length === 0 || report === undefined
      ? []
      : [`<p>Only in ${escapeText(nameOf(report))}: ${escapeText(ids.join(', '))}</p>`]
  })
  return htmlPage({
    title: `${differences.length} differences`,
    body: `<main id="main" tabindex="-1"><h1>${differences.length} checks differ, ${alike} are alike</h1>${lone.join('')}
<div class="scroll" tabindex="0" role="group" aria-label="Differences"><table><thead><tr><th scope="col">Check</th>${heads.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></main>`,
  })
}
