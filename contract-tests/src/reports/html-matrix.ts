import type { CheckResult, CheckVerdict, ConformanceReport, Verdict } from '../engine/conformance-report.ts'
import { listCauses } from './cause-view.ts'
import { renderIcon, renderVerdict } from './html-parts.ts'
import { counted, escapeText, statusClasses, verdictLabels, verdicts } from './report-text.ts'

/** Shows the areas, each with a cell for every requirement. A cell leads to the first check of its requirement. */
export function renderMatrix(report: ConformanceReport): string {
  const rows = report.areas.map((area) => renderAreaRow(report, area))
  const visible = verdicts.filter((verdict) => report.counts[verdict] > 0)
  const legend = visible.map(
    (verdict) => `<li><span class="cell ${statusClasses[verdict]}">${renderIcon(verdict)}</span> ${verdictLabels[verdict]}</li>`,
  )

  return `<section aria-labelledby="areas"><div class="section-head"><h2 id="areas">Conformance by area</h2>
<p class="soft">one cell per requirement</p><ul class="legend">${legend.join('')}</ul></div>
<ul class="card areas">${rows.join('\n')}</ul></section>`
}

type ReportedArea = ConformanceReport['areas'][number]

function renderAreaRow(report: ConformanceReport, area: ReportedArea): string {
  const groups = groupByRequirement(report, area.name)
  const cells = groups.map((group) => renderCell(report, group))
  const conforms = area.verdict === 'CONFORMANT' || area.verdict === 'KEPT' ? ' conforms' : ''
  return `<li class="area${conforms}"><span class="name">${area.name}</span><span class="count soft">${counted(groups.length, 'requirement')}</span>
<span class="cells">${cells.join('')}</span>${renderAreaBadge(area, groups)}</li>`
}

const badgeVerdicts = {
  CONFORMANT: 'pass',
  KEPT: 'pass',
  PARTIAL: 'pass',
  'NON-CONFORMANT': 'fail',
  BROKEN: 'fail',
  INCOMPLETE: 'blocked',
} as const satisfies Record<Verdict, CheckVerdict>

/** Shows the verdict on an area in a few words, such as `2 of 9 fail`. Each number counts requirements, and not checks. */
function renderAreaBadge({ claimed, verdict }: ReportedArea, groups: readonly RequirementGroup[]): string {
  if (!claimed) return renderVerdict('not-applicable', 'not claimed')

  const style = badgeVerdicts[verdict]
  const affected = groups.filter((group) => worstOf(group) === style).length
  if (style === 'fail') return renderVerdict('fail', `${affected} of ${groups.length} ${affected === 1 ? 'fails' : 'fail'}`)

  // An error of the suite leaves an area incomplete too, also if no check was blocked.
  const withError = groups.filter((group) => worstOf(group) === 'error').length
  if (style === 'blocked' && affected === 0 && withError > 0) {
    return renderVerdict('error', `${withError} of ${groups.length} with an error`)
  }
  if (style === 'blocked') return renderVerdict('blocked', `${affected} of ${groups.length} blocked`)
  return renderVerdict('pass', verdict === 'PARTIAL' ? 'conforms in part' : 'conforms')
}

/** The checks of a requirement, with their positions in the report. */
type RequirementGroup = readonly (readonly [index: number, check: CheckResult])[]

function groupByRequirement({ checks }: ConformanceReport, area: string): RequirementGroup[] {
  const groups = new Map<string, [number, CheckResult][]>()
  for (const [index, check] of checks.entries()) {
    if (check.area === area) groups.set(check.requirement, [...(groups.get(check.requirement) ?? []), [index, check]])
  }
  return [...groups.values()]
}

/** Returns the most severe result: `verdicts` begins with those that need action. An observation never hides a result. */
function worstOf(group: RequirementGroup): CheckVerdict {
  const found = new Set(group.map(([, { verdict }]) => verdict))
  const judged = verdicts.find((verdict) => found.has(verdict) && verdict !== 'observed' && verdict !== 'not-applicable')
  return judged ?? verdicts.find((verdict) => found.has(verdict)) ?? 'pass'
}

/**
 * Shows a requirement as a coloured cell with the most severe result of its checks. The cell links to the cause that explains
 * this result, or else to the check.
 */
function renderCell(report: ConformanceReport, group: RequirementGroup): string {
  const verdict = worstOf(group)
  const visible = group.find(([, check]) => check.verdict === verdict) ?? group[0]
  if (visible === undefined) return ''

  // The first check with this result.
  const [index, check] = visible
  const count = group.filter(([, each]) => each.verdict === verdict).length
  const cause = listCauses(report).find(({ affected }) => affected.some(({ id }) => id === check.id))
  const causeText = cause === undefined ? '' : `, cause ${cause.number}`
  const label = escapeText(
    `${check.requirement}: ${count} of ${counted(group.length, 'check')} ${verdictLabels[verdict]}${causeText}`,
  )
  const target = cause === undefined ? `check-${index}` : `cause-${cause.number}`
  return `<a class="cell ${statusClasses[verdict]}" href="#${target}" title="${label}" aria-label="${label}">${renderIcon(verdict)}</a>`
}
