import { createHash } from 'node:crypto'
import { requirementPage } from '@wfhost/internal/documentation'
import type { CheckResult, ConformanceReport, RecordedExchange } from '../engine/conformance-report.ts'
import { listCoverage } from './coverage.ts'
import { htmlScript, htmlStyle } from './html-assets.ts'
import {
  baselineText,
  escapeText,
  failedExchangeOf,
  hooksText,
  notVerifiableLines,
  problemText,
  reasonText,
  requestText,
  responseText,
  spentLine,
  testedLine,
  verdictLabels,
  verdicts,
  waitedLine,
} from './report-text.ts'

/** Formats a report as one HTML page. Its content security policy keeps it from loading or running anything else. */
export function formatHtml(report: ConformanceReport): string {
  const { checks, target, verdict } = report
  const sections = [
    htmlSummary(report),
    htmlAreas(report),
    htmlFilter(report),
    htmlFailures(checks),
    htmlBlocked(checks),
    htmlNotVerifiable(report),
    htmlTable(checks),
    report.contract === undefined ? htmlCoverage(report) : '',
  ]

  const body = `${htmlHeader(report)}
<main id="main" tabindex="-1">
${sections.join('\n')}
</main>
<footer><p>Everything on this page is from report.json. Secrets stand in it as $VARIABLES.</p></footer>`
  return htmlPage({ title: `${verdict}: ${target.name}`, script: htmlScript, body })
}

function htmlHeader({ durationMs, startedAt, target, tool, verdict }: ConformanceReport): string {
  const startTime = `${startedAt.slice(0, 16).replace('T', ' ')} UTC`
  const duration = `${(durationMs / 1000).toFixed(1)} s`

  return `<header><p class="soft">${escapeText(tool.name)} ${escapeText(tool.version)}</p>
<h1>${escapeText(target.name)}</h1><p><strong class="badge verdict ${verdict}">${verdict}</strong></p>
<p>${escapeText(target.baseUrl)} and ${escapeText(target.registryUrl)}, on <time datetime="${escapeText(startedAt)}">${escapeText(startTime)}</time>, in ${duration}</p>
</header>`
}

function htmlSummary(report: ConformanceReport): string {
  const waited = waitedLine(report)
  const optionalLines = [waited, report.hint].filter((line) => line !== undefined)
  const paragraphs = optionalLines.map((line) => `<p>${escapeText(line)}.</p>`).join('')

  return `<section aria-labelledby="summary"><h2 id="summary">Summary</h2>${htmlCounts(report)}
<p>${testedLine(report)}.</p><p>${spentLine(report)}.</p>${paragraphs}</section>`
}

/** Creates a page with the common style. Its content security policy allows only its own script and style. */
export function htmlPage(page: { readonly title: string; readonly body: string; readonly script?: string }): string {
  const { body, script = '', title } = page
  const policy = `default-src 'none'; style-src ${hash(htmlStyle)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeText(title)}</title><style>${htmlStyle}</style></head>
<body><a class="skip" href="#main">To the results</a>
${body}
${script === '' ? '' : `<script>${script}</script>`}</body></html>
`
}

/** Lists each requirement with the checks that test it, or with the reason why there is none. */
function htmlCoverage(report: ConformanceReport): string {
  const rows = listCoverage(report).map(({ checks, gap = '', id, isCovered, section, sent, statement }) => {
    const verdictsOfChecks = checks.map((check) => `<p>${htmlVerdict(check)} ${escapeText(check.id)}</p>`).join('')
    const coverage = isCovered ? 'covered' : 'not covered'
    return `<tr><th scope="row"><a class="name" href="${requirementPage(id)}">${id}</a><p class="soft">section ${escapeText(section)}</p></th>
<td>${escapeText(statement)}</td><td>${coverage}${verdictsOfChecks}<p class="soft">${escapeText(gap)}</p></td><td>${escapeText(sent)}</td></tr>`
  })
  return `<section aria-labelledby="coverage"><h2 id="coverage">Coverage, sentence by sentence</h2><details><summary>${rows.length} sentences</summary>
<div class="scroll" tabindex="0" role="group" aria-labelledby="coverage"><table><thead><tr><th scope="col">Requirement</th><th scope="col">Sentence</th><th scope="col">Tested by</th><th scope="col">Sent</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></details></section>`
}

function htmlCounts({ counts }: ConformanceReport): string {
  const items = verdicts.map(
    (verdict) => `<li><strong class="${verdict}">${counts[verdict]}</strong> ${verdictLabels[verdict]}</li>`,
  )
  return `<ul class="tiles">${items.join('')}</ul>`
}

function htmlAreas({ areas, checks }: ConformanceReport): string {
  const rows = areas.map((area) => htmlAreaRow(area, checks))
  const headings = verdicts.map((verdict) => `<th scope="col" class="number">${verdictLabels[verdict]}</th>`)

  return `<section aria-labelledby="areas"><h2 id="areas">Areas</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="areas"><table><thead><tr><th scope="col">Area</th><th scope="col">Verdict</th>${headings.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></section>`
}

function htmlAreaRow({ claimed, name, verdict }: ConformanceReport['areas'][number], checks: readonly CheckResult[]): string {
  const badge = claimed ? `<span class="badge ${verdict}">${verdict}</span>` : '<span class="badge unclaimed">not claimed</span>'
  const cells = verdicts.map((checkVerdict) => {
    const count = checks.filter((check) => check.area === name && check.verdict === checkVerdict).length
    return `<td class="number">${count}</td>`
  })
  return `<tr><th scope="row" class="name">${name}</th><td>${badge}</td>${cells.join('')}</tr>`
}

/** A form that filters the checks. The script of the page shows it. */
function htmlFilter({ checks }: ConformanceReport): string {
  const areas = [...new Set(checks.map(({ area }) => area))]
  const areaOptions = areas.map((name) => `<option value="${name}">${name}</option>`)
  const checkboxes = verdicts.map(
    (verdict) => `<label><input type="checkbox" value="${verdict}" checked> ${verdictLabels[verdict]}</label>`,
  )

  return `<form hidden role="search" aria-label="Filter the checks">
<label><span class="label">Text</span><input type="search" name="text" autocomplete="off"></label>
<label><span class="label">Area</span><select name="area"><option value="">all</option>${areaOptions.join('')}</select></label>
<fieldset><legend>Verdict</legend>${checkboxes.join('')}</fieldset>
<div class="buttons"><button type="button" name="act">Only what to act on</button> <button type="reset">Show all</button></div><output aria-live="polite"></output></form>`
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Lists the checks that need action, each with its exchange and the command that repeats it. */
function htmlFailures(checks: readonly CheckResult[]): string {
  const actionable = verdicts.filter((verdict) => verdict === 'fail' || verdict === 'error' || verdict === 'warn')
  const cards = actionable
    .flatMap((verdict) => [...checks.entries()].filter(([, check]) => check.verdict === verdict))
    .map(([index, check]) => htmlFailure(check, index))
  if (cards.length === 0) return ''

  return `<section aria-labelledby="failures"><h2 id="failures">To act on</h2>${cards.join('\n')}</section>`
}

/** Lists the blocked checks, each with the reason. */
function htmlBlocked(checks: readonly CheckResult[]): string {
  const blocked = checks.filter(({ verdict }) => verdict === 'blocked')
  if (blocked.length === 0) return ''

  const items = blocked.map(
    ({ area, id, message, verdict }) =>
      `<li data-verdict="${verdict}" data-area="${area}"><strong class="name">${escapeText(id)}</strong> ${escapeText(message)}</li>`,
  )
  return `<section aria-labelledby="blocked"><h2 id="blocked">Blocked</h2><ul class="card plain">${items.join('\n')}</ul></section>`
}

/** Lists the requests of a contract that cannot be compared. */
function htmlNotVerifiable(report: ConformanceReport): string {
  const items = notVerifiableLines(report).map((line) => `<li>${escapeText(line)}</li>`)
  if (items.length === 0) return ''

  return `<section aria-labelledby="not-verifiable"><h2 id="not-verifiable">Not verifiable</h2><ul class="card plain">${items.join('\n')}</ul></section>`
}

/** Lists all checks in a table, with all their exchanges. */
function htmlTable(checks: readonly CheckResult[]): string {
  return `<section aria-labelledby="checks"><h2 id="checks">All checks</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="checks"><table><caption>In the order in which they ran</caption>
<thead><tr><th scope="col">Verdict</th><th scope="col">Check</th><th scope="col">Requirement</th><th scope="col">Area</th><th scope="col" class="number">Time</th></tr></thead>
<tbody>${checks.map(htmlTableRow).join('\n')}</tbody></table></div></section>`
}

/** Shows a verdict in its colour, and as a word for readers who cannot see the colour. */
function htmlVerdict({ verdict }: Pick<CheckResult, 'verdict'>): string {
  return `<span class="badge ${verdict}">${verdictLabels[verdict]}</span>`
}

/** Shows a failed check as a card, with its problem and its exchange. */
function htmlFailure(check: CheckResult, index: number): string {
  const { area, id, requirement, statement, verdict } = check
  const exchange = failedExchangeOf(check)
  const known = baselineText(check)
  const hooks = hooksText(check)
  const knownHtml = known === undefined ? '' : `<p>${escapeText(known)}</p>`
  const hooksHtml = hooks === undefined ? '' : `<p class="part">Hooks</p>${htmlCode(hooks)}`
  const exchangeHtml = exchange === undefined ? '' : htmlExchange(exchange, `curl-${index}`)

  return `<article class="card ${verdict}" data-verdict="${verdict}" data-area="${area}" aria-labelledby="failure-${index}">
<div class="title">${htmlVerdict(check)}<h3 class="name" id="failure-${index}">${escapeText(id)}</h3></div>
<p>${escapeText(statement)}</p><p class="soft">${escapeText(reasonText(check))} <a href="${requirementPage(requirement)}">Read on</a></p>
${knownHtml}
<p class="part">Problem</p>${htmlCode(problemText(check))}
${hooksHtml}
${exchangeHtml}
<p class="part">Run the check again</p><pre tabindex="0">wfhost-conformance replay ${escapeText(id)} -c …</pre></article>`
}

function htmlTableRow(check: CheckResult, index: number): string {
  const { advice, area, durationMs, id, message, requirement, section, statement, verdict } = check
  const hasCard = verdict === 'fail' || verdict === 'error' || verdict === 'warn'
  const idHtml = escapeText(id)
  const name = hasCard ? `<a class="name" href="#failure-${index}">${idHtml}</a>` : `<span class="name">${idHtml}</span>`
  const detail = hasCard || message === '' ? '' : `<p class="soft">${escapeText(message)}</p>`
  const adviceHtml = advice === undefined ? '' : `<p>${escapeText(advice)}</p>`

  return `<tr data-verdict="${verdict}" data-area="${area}"><td>${htmlVerdict(check)}</td>
<th scope="row">${name}<p class="soft">${escapeText(statement)}</p>${detail}${adviceHtml}
${htmlExchanges(check, index)}</th>
<td class="name">${escapeText(requirement)}<p class="soft">section ${escapeText(section)}</p></td><td class="name">${area}</td><td class="number">${durationMs} ms</td></tr>`
}

function htmlExchanges({ exchanges }: CheckResult, index: number): string {
  if (exchanges.length === 0) return ''

  const count = exchanges.length === 1 ? '1 exchange' : `${exchanges.length} exchanges`
  const items = exchanges.map((exchange, position) => htmlExchange(exchange, `curl-${index}-${position}`))
  return `<details><summary>${count}</summary>${items.join('<hr>')}</details>`
}

/** Shows an exchange, and the command that repeats it. The id must be unique on the page, and safe in an attribute. */
function htmlExchange(exchange: RecordedExchange, id: string): string {
  return `<div class="pair"><div><p class="part">Sent</p>${htmlCode(requestText(exchange))}</div>
<div><p class="part">Received</p>${htmlCode(responseText(exchange))}</div></div>
<p class="part">Send it again</p><pre id="${id}" tabindex="0">${escapeText(exchange.curl)}</pre>
<p><button type="button" data-copy="${id}" aria-label="Copy the command" hidden>Copy</button></p>`
}

/** Shows preformatted text. It can get the keyboard focus, because it may have to be scrolled. */
function htmlCode(text: string): string {
  return `<pre tabindex="0">${escapeText(text)}</pre>`
}
