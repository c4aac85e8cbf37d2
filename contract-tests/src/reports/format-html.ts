import { createHash } from 'node:crypto'
import type { ConformanceReport } from '../engine/conformance-report.ts'
import { escapeText } from './escape-markup.ts'
import { htmlBlocked, htmlFailures, htmlTable } from './html-checks.ts'
import { htmlScript } from './html-script.ts'
import { htmlStyle } from './html-style.ts'
import { requirementsLine, spentLine, verdictLabels, verdicts } from './verdicts.ts'

/** A page that needs nothing else, and that its own policy keeps from loading or running anything but what is in it. */
export function formatHtml(report: ConformanceReport): string {
  const { checks, durationMs, hint, requirementSet, startedAt, target, tool, verdict } = report
  const policy = `default-src 'none'; style-src ${hash(htmlStyle)}; script-src ${hash(htmlScript)}; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${verdict}: ${escapeText(target.name)}</title><style>${htmlStyle}</style></head>
<body><a class="skip" href="#main">To the results</a>
<header><p class="soft">${escapeText(tool.name)} ${escapeText(tool.version)}, requirements ${escapeText(requirementSet)}</p>
<h1>${escapeText(target.name)}</h1><p><strong class="badge verdict ${verdict}">${verdict}</strong></p>
<p>${escapeText(target.baseUrl)} and ${escapeText(target.registryUrl)}, on <time datetime="${escapeText(startedAt)}">${escapeText(startedAt.slice(0, 16).replace('T', ' '))} UTC</time>, in ${(durationMs / 1000).toFixed(1)} s</p>
</header>
<main id="main" tabindex="-1">
<section aria-labelledby="summary"><h2 id="summary">Summary</h2>${tiles(report)}
<p>${requirementsLine(report)}.</p><p>${spentLine(report)}.</p>${notTestable(report)}${hint === undefined ? '' : `<p>${escapeText(hint)}.</p>`}</section>
${profilesTable(report)}
${filterForm(report)}
${htmlFailures(checks)}
${htmlBlocked(checks)}
${htmlTable(checks)}
</main>
<footer><p>Everything on this page is from report.json. Secrets stand in it as $VARIABLES.</p></footer>
<script>${htmlScript}</script></body></html>
`
}

function tiles({ counts }: ConformanceReport): string {
  const items = verdicts.map(
    (verdict) => `<li><strong class="${verdict}">${counts[verdict]}</strong> ${verdictLabels[verdict]}</li>`,
  )
  return `<ul class="tiles">${items.join('')}</ul>`
}

function notTestable({ requirements }: ConformanceReport): string {
  const items = requirements.notTestable.map(({ id, why }) => `<li>${escapeText(id)}: ${escapeText(why)}</li>`)
  return items.length === 0 ? '' : `<details><summary>Not testable from outside</summary><ul>${items.join('')}</ul></details>`
}

function profilesTable({ checks, profiles }: ConformanceReport): string {
  const rows = profiles.map(({ claimed, name, verdict }) => {
    const own = checks.filter(({ profile }) => profile === name)
    const cells = verdicts.map((wanted) => `<td class="number">${own.filter((check) => check.verdict === wanted).length}</td>`)
    const badge = claimed
      ? `<span class="badge ${verdict}">${verdict}</span>`
      : '<span class="badge unclaimed">not claimed</span>'
    return `<tr><th scope="row">${name}</th><td>${badge}</td>${cells.join('')}</tr>`
  })
  const heads = verdicts.map((verdict) => `<th scope="col" class="number">${verdictLabels[verdict]}</th>`)
  return `<section aria-labelledby="profiles"><h2 id="profiles">Profiles</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="profiles"><table><thead><tr><th scope="col">Profile</th><th scope="col">Verdict</th>${heads.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div></section>`
}

function filterForm({ checks }: ConformanceReport): string {
  const boxes = verdicts.map(
    (verdict) => `<label><input type="checkbox" value="${verdict}" checked> ${verdictLabels[verdict]}</label>`,
  )
  const options = [...new Set(checks.map(({ profile }) => profile))].map((name) => `<option value="${name}">${name}</option>`)
  return `<form hidden role="search" aria-label="Filter the checks">
<label><span class="label">Text</span><input type="search" name="text" autocomplete="off"></label>
<label><span class="label">Profile</span><select name="profile"><option value="">all</option>${options.join('')}</select></label>
<fieldset><legend>Verdict</legend>${boxes.join('')}</fieldset>
<div class="buttons"><button type="button" name="act">Only what to act on</button> <button type="reset">Show all</button></div><output aria-live="polite"></output></form>`
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
