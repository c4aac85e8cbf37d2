import { createHash } from 'node:crypto'
import { MARK_ICON } from '@wfhost/internal/design-tokens'
import { getRequirementUrl } from '@wfhost/internal/documentation'
import type { CheckResult, ConformanceReport } from '../engine/conformance-report.ts'
import { describeOutcome, describeVerdict, listCauses, rerunCommand } from './cause-view.ts'
import { listCoverage } from './coverage.ts'
import { htmlScript, htmlStyle } from './html-assets.ts'
import { renderCauses } from './html-causes.ts'
import { renderMatrix } from './html-matrix.ts'
import { renderExchanges, renderIcon, renderLockup, renderSprite, renderVerdict } from './html-parts.ts'
import { renderTimings } from './html-timings.ts'
import {
  escapeText,
  notVerifiableLines,
  spentLine,
  statusClasses,
  testedLine,
  verdictLabels,
  verdictStyles,
  verdicts,
  waitedLines,
} from './report-text.ts'

/** Formats a report as one HTML page. `renderPage` adds a content security policy, so the page loads nothing from elsewhere. */
export function formatHtml(report: ConformanceReport): string {
  const { checks, contract, target, verdict } = report
  const sections = [
    renderMatrix(report),
    renderCauses(report),
    renderNotVerifiable(report),
    renderTable(report, checks),
    // The checks of a contract cover no requirements.
    contract === undefined ? renderCoverage(report) : '',
    renderRunDetails(report),
  ]

  const body = `${renderTopBar(report)}
${renderSummary(report)}
<main id="main" tabindex="-1">
${sections.join('\n')}
</main>
<footer><p>Everything on this page is from report.json. A $VARIABLE replaces each secret.</p></footer>`
  return renderPage({ title: `${verdict}: ${target.name}`, script: htmlScript, body })
}

function renderTopBar(report: ConformanceReport): string {
  const { tool } = report
  return `<header class="bar">${renderLockup('report')}<span class="soft">${escapeText(tool.name)} ${escapeText(tool.version)}</span>
<button type="button" class="primary" data-copy="rerun" hidden>${renderIcon('copy')}<span>Copy re-run command</span></button><pre id="rerun" hidden>${escapeText(rerunCommand(report, []))}</pre></header>`
}

/** Shows the verdict, the sentence about it, and the counts. */
function renderSummary(report: ConformanceReport): string {
  const { durationMs, hint, spent, startedAt, target, verdict } = report
  const startTime = `${startedAt.slice(0, 16).replace('T', ' ')} UTC`
  const facts = [target.baseUrl, ...(target.registryUrl === target.baseUrl ? [] : [target.registryUrl])]
  const hintHtml = hint === undefined ? '' : `<p class="callout">${escapeText(hint)}.</p>`

  return `<section class="head" aria-labelledby="outcome"><div><p><strong class="verdict ${statusClasses[verdictStyles[verdict]]}">${renderIcon(verdictStyles[verdict])}${verdict}</strong></p>
<h1 id="outcome">${escapeText(describeOutcome(report))}</h1><p class="lead">${escapeText(describeVerdict(report))}</p>
<p class="soft">${facts.map(escapeText).join(' · ')} · <time datetime="${escapeText(startedAt)}">${escapeText(startTime)}</time> · ${(durationMs / 1000).toFixed(1)} s · ${spent.requests} requests</p>${hintHtml}</div>
${renderCounts(report)}</section>`
}

/** The width of the bar, in units of its SVG. */
const BAR_WIDTH = 1000

/** The space between two segments of the bar, in units of its SVG. */
const SEGMENT_GAP = 4

/** Shows the counts as a bar with a legend. */
function renderCounts(report: ConformanceReport): string {
  const { counts } = report
  const listedVerdicts = verdicts.filter((verdict) => counts[verdict] > 0 || verdict === 'fail')
  const items = listedVerdicts.map((verdict) => {
    return `<li><strong class="words ${statusClasses[verdict]}">${counts[verdict]}</strong> ${verdictLabels[verdict]}</li>`
  })

  const bar = `<svg class="tally-bar" viewBox="0 0 ${BAR_WIDTH} 10" preserveAspectRatio="none" aria-hidden="true">${drawSegments(report)}</svg>`
  return `<div class="tally">${bar}<ul>${items.join('')}</ul></div>`
}

/**
 * Draws the segments of the bar, one for each verdict, from passed checks on the left to failed ones on the right. Attributes of
 * SVG have the widths, because the content security policy of the page forbids inline styles.
 */
function drawSegments({ checks, counts }: ConformanceReport): string {
  const segments: string[] = []
  let left = 0

  for (const verdict of verdicts.toReversed()) {
    if (counts[verdict] === 0) continue

    const width = (counts[verdict] / checks.length) * BAR_WIDTH
    const visibleWidth = Math.max(width - SEGMENT_GAP, 1)
    segments.push(
      `<rect class="${statusClasses[verdict]}" x="${left.toFixed(1)}" y="0" width="${visibleWidth.toFixed(1)}" height="10"/>`,
    )
    left += width
  }
  return segments.join('')
}

/** Creates a page with the common style. Its content security policy allows only its own script and style. */
export function renderPage(page: { readonly title: string; readonly body: string; readonly script?: string }): string {
  const { body, script = '', title } = page
  const policy = `default-src 'none'; style-src ${hash(htmlStyle)}; script-src ${hash(script)}; img-src data:; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeText(title)}</title><link rel="icon" href="${MARK_ICON}"><style>${htmlStyle}</style></head>
<body><a class="skip" href="#main">To the results</a>${renderSprite()}
${body}
${script === '' ? '' : `<script>${script}</script>`}</body></html>
`
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Lists each requirement with the checks that test it, or with the reason why there is none. */
function renderCoverage(report: ConformanceReport): string {
  const rows = listCoverage(report).map(({ checks, gap = '', id, isCovered, section, sent, statement }) => {
    const verdictsOfChecks = checks.map((check) => `<p>${renderVerdict(check.verdict)} ${escapeText(check.id)}</p>`).join('')
    const coverage = isCovered ? 'covered' : 'not covered'
    return `<tr><th scope="row"><a class="name" href="${getRequirementUrl(id)}">${id}</a><p class="soft">section ${escapeText(section)}</p></th>
<td>${escapeText(statement)}</td><td>${coverage}${verdictsOfChecks}<p class="soft">${escapeText(gap)}</p></td><td>${escapeText(sent)}</td></tr>`
  })
  return `<section aria-labelledby="coverage"><h2 id="coverage">Coverage, sentence by sentence</h2><details><summary>${rows.length} sentences</summary>
<div class="scroll" tabindex="0" role="group" aria-labelledby="coverage"><table><thead><tr><th scope="col">Requirement</th><th scope="col">Sentence</th><th scope="col">Tested by</th><th scope="col">Sent</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></details></section>`
}

/** Lists the requests of a contract that cannot be compared. */
function renderNotVerifiable(report: ConformanceReport): string {
  const items = notVerifiableLines(report).map((line) => `<li>${escapeText(line)}</li>`)
  if (items.length === 0) return ''

  return `<section aria-labelledby="not-verifiable"><h2 id="not-verifiable">Not verifiable</h2><ul class="card plain">${items.join('\n')}</ul></section>`
}

/** Lists all checks in a table, with all their exchanges. */
function renderTable(report: ConformanceReport, checks: readonly CheckResult[]): string {
  const causeById = new Map(listCauses(report).flatMap(({ affected, number }) => affected.map(({ id }) => [id, number])))
  const rows = checks.map((check, index) => renderTableRow(check, { index, cause: causeById.get(check.id) }))

  return `<section class="everything" aria-labelledby="checks"><h2 id="checks">All checks</h2>
<div class="scroll stacked" tabindex="0" role="group" aria-labelledby="checks"><table><caption>In the order in which they ran</caption>
<thead><tr><th scope="col">Verdict</th><th scope="col">Check</th><th scope="col">Requirement</th><th scope="col">Area</th><th scope="col" class="number">Time</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></section>`
}

interface RowPlace {
  readonly index: number
  /** The number of the cause that the check belongs to. */
  readonly cause: number | undefined
}

function renderTableRow(check: CheckResult, { cause, index }: RowPlace): string {
  const { advice, area, durationMs, id, message, requirement, section, statement, verdict } = check
  const causeHtml = cause === undefined ? '' : `<p><a href="#cause-${cause}">Cause ${cause}</a></p>`
  const detail = cause !== undefined || message === '' ? '' : `<p class="soft">${escapeText(message)}</p>`
  const adviceHtml = advice === undefined ? '' : `<p>${escapeText(advice)}</p>`

  return `<tr data-verdict="${verdict}" data-area="${area}" id="check-${index}"><td>${renderVerdict(verdict)}</td>
<th scope="row"><span class="name">${escapeText(id)}</span><p class="soft">${escapeText(statement)}</p>${causeHtml}${detail}${adviceHtml}${renderTimings(check)}
${renderExchanges(check, index)}</th>
<td class="name">${escapeText(requirement)}<p class="soft">section ${escapeText(section)}</p></td><td class="name">${area}</td><td class="number">${durationMs} ms</td></tr>`
}

/** Shows the tested requirements, the requests and the waits of a run. It comes last, because it needs no action. */
function renderRunDetails(report: ConformanceReport): string {
  const waits = waitedLines(report)
  const lines = [testedLine(report), spentLine(report)]
  if (waits.length > 0) lines.push(`Waited ${waits.join(', ')}`)

  const paragraphs = lines.map((line) => `<p class="soft">${escapeText(line)}.</p>`)
  return `<section aria-labelledby="run"><h2 id="run">About this run</h2>${paragraphs.join('\n')}</section>`
}
