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
  problemText,
  reasonText,
  requestText,
  requirementsLine,
  responseText,
  spentLine,
  verdictLabels,
  verdicts,
  waitedLine,
} from './report-text.ts'

/** A page that needs nothing else, and that its own policy keeps from loading or running anything but what is in it. */
export function formatHtml(report: ConformanceReport): string {
  const { checks, durationMs, hint, requirementSet, startedAt, target, tool, verdict } = report
  const waited = waitedLine(report)
  return htmlPage({
    title: `${verdict}: ${target.name}`,
    script: htmlScript,
    body: `<header><p class="soft">${escapeText(tool.name)} ${escapeText(tool.version)}, requirements ${escapeText(requirementSet)}</p>
<h1>${escapeText(target.name)}</h1><p><strong class="badge verdict ${verdict}">${verdict}</strong></p>
<p>${escapeText(target.baseUrl)} and ${escapeText(target.registryUrl)}, on <time datetime="${escapeText(startedAt)}">${escapeText(startedAt.slice(0, 16).replace('T', ' '))} UTC</time>, in ${(durationMs / 1000).toFixed(1)} s</p>
</header>
<main id="main" tabindex="-1">
<section aria-labelledby="summary"><h2 id="summary">Summary</h2>${tiles(report)}
<p>${requirementsLine(report)}.</p><p>${spentLine(report)}.</p>${waited === undefined ? '' : `<p>${escapeText(waited)}.</p>`}${hint === undefined ? '' : `<p>${escapeText(hint)}.</p>`}</section>
${areasTable(report)}
${filterForm(report)}
${htmlFailures(checks)}
${htmlBlocked(checks)}
${htmlTable(checks)}
${htmlCoverage(report)}
</main>
<footer><p>Everything on this page is from report.json. Secrets stand in it as $VARIABLES.</p></footer>`,
  })
}

/** A page with the style of all, and a policy that lets nothing run but its own script. */
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

/** Each sentence of the register, with the checks that test it or why there is none. */
function htmlCoverage(report: ConformanceReport): string {
  const rows = listCoverage(report).map(({ checks, gap = '', id, isCovered, section, sent, statement }) => {
    const own = checks.map((check) => `<p>${htmlVerdict(check)} ${escapeText(check.id)}</p>`).join('')
    return `<tr><th scope="row"><a class="name" href="${requirementPage(id)}">${id}</a><p class="soft">section ${escapeText(section)}</p></th>
<td>${escapeText(statement)}</td><td>${isCovered ? 'covered' : 'not covered'}${own}<p class="soft">${escapeText(gap)}</p></td><td>${escapeText(sent)}</td></tr>`
  })
  return `<section aria-labelledby="coverage"><h2 id="coverage">Coverage, sentence by sentence</h2><details><summary>${rows.length} sentences</summary>
<div class="scroll" tabindex="0" role="group" aria-labelledby="coverage"><table><thead><tr><th scope="col">Requirement</th><th scope="col">Sentence</th><th scope="col">Tested by</th><th scope="col">Sent</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></details></section>`
}

function tiles({ counts }: ConformanceReport): string {
  const items = verdicts.map(
    (verdict) => `<li><strong class="${verdict}">${counts[verdict]}</strong> ${verdictLabels[verdict]}</li>`,
  )
  return `<ul class="tiles">${items.join('')}</ul>`
}

function areasTable({ checks, areas }: ConformanceReport): string {
  const rows = areas.map(({ claimed, name, verdict }) => {
    const own = checks.filter(({ area }) => area === name)
    const cells = verdicts.map((wanted) => `<td class="number">${own.filter((check) => check.verdict === wanted).length}</td>`)
    const badge = claimed
      ? `<span class="badge ${verdict}">${verdict}</span>`
      : '<span class="badge unclaimed">not claimed</span>'
    return `<tr><th scope="row" class="name">${name}</th><td>${badge}</td>${cells.join('')}</tr>`
  })
  const heads = verdicts.map((verdict) => `<th scope="col" class="number">${verdictLabels[verdict]}</th>`)
  return `<section aria-labelledby="areas"><h2 id="areas">Areas</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="areas"><table><thead><tr><th scope="col">Area</th><th scope="col">Verdict</th>${heads.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></section>`
}

function filterForm({ checks }: ConformanceReport): string {
  const boxes = verdicts.map(
    (verdict) => `<label><input type="checkbox" value="${verdict}" checked> ${verdictLabels[verdict]}</label>`,
  )
  const options = [...new Set(checks.map(({ area }) => area))].map((name) => `<option value="${name}">${name}</option>`)
  return `<form hidden role="search" aria-label="Filter the checks">
<label><span class="label">Text</span><input type="search" name="text" autocomplete="off"></label>
<label><span class="label">Area</span><select name="area"><option value="">all</option>${options.join('')}</select></label>
<fieldset><legend>Verdict</legend>${boxes.join('')}</fieldset>
<div class="buttons"><button type="button" name="act">Only what to act on</button> <button type="reset">Show all</button></div><output aria-live="polite"></output></form>`
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The checks that somebody has to act on, each with its exchange and its command. */
function htmlFailures(checks: readonly CheckResult[]): string {
  const cards = verdicts
    .filter((verdict) => verdict === 'fail' || verdict === 'error' || verdict === 'warn')
    .flatMap((verdict) => [...checks.entries()].filter(([, check]) => check.verdict === verdict))
    .map(([index, check]) => failureCard(check, index))
  return cards.length === 0
    ? ''
    : `<section aria-labelledby="failures"><h2 id="failures">To act on</h2>${cards.join('\n')}</section>`
}

/** The checks that could not be made, each with what it needs: they are what an incomplete run lacks. */
function htmlBlocked(checks: readonly CheckResult[]): string {
  const items = checks
    .filter(({ verdict }) => verdict === 'blocked')
    .map(
      ({ id, message, area, verdict }) =>
        `<li data-verdict="${verdict}" data-area="${area}"><strong class="name">${escapeText(id)}</strong> ${escapeText(message)}</li>`,
    )
  return items.length === 0
    ? ''
    : `<section aria-labelledby="blocked"><h2 id="blocked">Blocked</h2><ul class="card plain">${items.join('\n')}</ul></section>`
}

/** Every check in a table, with all that was sent for it. */
function htmlTable(checks: readonly CheckResult[]): string {
  return `<section aria-labelledby="checks"><h2 id="checks">All checks</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="checks"><table><caption>In the order in which they ran</caption>
<thead><tr><th scope="col">Verdict</th><th scope="col">Check</th><th scope="col">Requirement</th><th scope="col">Area</th><th scope="col" class="number">Time</th></tr></thead>
<tbody>${checks.map(tableRow).join('\n')}</tbody></table></div></section>`
}

/** A verdict in its colour; its word says the same to who sees no colour. */
function htmlVerdict({ verdict }: Pick<CheckResult, 'verdict'>): string {
  return `<span class="badge ${verdict}">${verdictLabels[verdict]}</span>`
}

function failureCard(check: CheckResult, index: number): string {
  const { id, area, requirement, statement, verdict } = check
  const exchange = failedExchangeOf(check)
  const known = baselineText(check)
  const hooks = hooksText(check)
  return `<article class="card ${verdict}" data-verdict="${verdict}" data-area="${area}" aria-labelledby="failure-${index}">
<div class="title">${htmlVerdict(check)}<h3 class="name" id="failure-${index}">${escapeText(id)}</h3></div>
<p>${escapeText(statement)}</p><p class="soft">${escapeText(reasonText(check))} <a href="${requirementPage(requirement)}">Read on</a></p>
${known === undefined ? '' : `<p>${escapeText(known)}</p>`}
<p class="part">Problem</p>${htmlCode(problemText(check))}
${hooks === undefined ? '' : `<p class="part">Hooks</p>${htmlCode(hooks)}`}
${exchange === undefined ? '' : htmlExchange(exchange, `curl-${index}`)}
<p class="part">Run the check again</p><pre tabindex="0">wfhost-conformance replay ${escapeText(id)} -c …</pre></article>`
}

function tableRow(check: CheckResult, index: number): string {
  const { advice, durationMs, exchanges, id, message, area, requirement, section, statement, verdict } = check
  const acted = verdict === 'fail' || verdict === 'error' || verdict === 'warn'
  const name = acted
    ? `<a class="name" href="#failure-${index}">${escapeText(id)}</a>`
    : `<span class="name">${escapeText(id)}</span>`
  const detail = acted || message === '' ? '' : `<p class="soft">${escapeText(message)}</p>`
  const advised = advice === undefined ? '' : `<p>${escapeText(advice)}</p>`
  const count = exchanges.length === 1 ? '1 exchange' : `${exchanges.length} exchanges`
  const sent = exchanges.map((exchange, position) => htmlExchange(exchange, `curl-${index}-${position}`)).join('<hr>')
  return `<tr data-verdict="${verdict}" data-area="${area}"><td>${htmlVerdict(check)}</td>
<th scope="row">${name}<p class="soft">${escapeText(statement)}</p>${detail}${advised}
${exchanges.length === 0 ? '' : `<details><summary>${count}</summary>${sent}</details>`}</th>
<td class="name">${escapeText(requirement)}<p class="soft">section ${escapeText(section)}</p></td><td class="name">${area}</td><td class="number">${durationMs} ms</td></tr>`
}

/** A request, its answer and the command that sends it again. The id is unique on the page, and safe in an attribute. */
function htmlExchange(exchange: RecordedExchange, id: string): string {
  return `<div class="pair"><div><p class="part">Sent</p>${htmlCode(requestText(exchange))}</div>
<div><p class="part">Received</p>${htmlCode(responseText(exchange))}</div></div>
<p class="part">Send it again</p><pre id="${id}" tabindex="0">${escapeText(exchange.curl)}</pre>
<p><button type="button" data-copy="${id}" aria-label="Copy the command" hidden>Copy</button></p>`
}

/** Text as it is. It can be reached by keyboard, as it may have to be scrolled. */
function htmlCode(text: string): string {
  return `<pre tabindex="0">${escapeText(text)}</pre>`
}
