import type { CheckResult } from '../engine/conformance-report.ts'
import { escapeText } from './escape-markup.ts'
import { baselineText, failedExchangeOf, hooksText, problemText, reasonText } from './exchange-text.ts'
import { htmlCode, htmlExchange } from './html-exchange.ts'
import { verdictLabels, verdicts } from './verdicts.ts'

/** The checks that somebody has to act on, each with its exchange and its command. */
export function htmlFailures(checks: readonly CheckResult[]): string {
  const cards = verdicts
    .filter((verdict) => verdict === 'fail' || verdict === 'error' || verdict === 'warn')
    .flatMap((verdict) => [...checks.entries()].filter(([, check]) => check.verdict === verdict))
    .map(([index, check]) => failureCard(check, index))
  return cards.length === 0
    ? ''
    : `<section aria-labelledby="failures"><h2 id="failures">To act on</h2>${cards.join('\n')}</section>`
}

/** The checks that could not be made, each with what it needs: they are what an incomplete run lacks. */
export function htmlBlocked(checks: readonly CheckResult[]): string {
  const items = checks
    .filter(({ verdict }) => verdict === 'blocked')
    .map(
      ({ id, message, profile, verdict }) =>
        `<li data-verdict="${verdict}" data-profile="${profile}"><strong>${escapeText(id)}</strong> ${escapeText(message)}</li>`,
    )
  return items.length === 0
    ? ''
    : `<section aria-labelledby="blocked"><h2 id="blocked">Blocked</h2><ul class="card plain">${items.join('\n')}</ul></section>`
}

/** Every check in a table, with all that was sent for it. */
export function htmlTable(checks: readonly CheckResult[]): string {
  return `<section aria-labelledby="checks"><h2 id="checks">All checks</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="checks"><table><caption>In the order in which they ran</caption>
<thead><tr><th scope="col">Verdict</th><th scope="col">Check</th><th scope="col">Requirement</th><th scope="col">Profile</th><th scope="col" class="number">Time</th></tr></thead>
<tbody>${checks.map(tableRow).join('\n')}</tbody></table></div></section>`
}

/** A verdict in its colour; its word says the same to who sees no colour. */
function htmlVerdict({ verdict }: Pick<CheckResult, 'verdict'>): string {
  return `<span class="badge ${verdict}">${verdictLabels[verdict]}</span>`
}

function failureCard(check: CheckResult, index: number): string {
  const { id, profile, statement, verdict } = check
  const exchange = failedExchangeOf(check)
  const known = baselineText(check)
  const hooks = hooksText(check)
  return `<article class="card ${verdict}" data-verdict="${verdict}" data-profile="${profile}" aria-labelledby="failure-${index}">
<div class="title">${htmlVerdict(check)}<h3 id="failure-${index}">${escapeText(id)}</h3></div>
<p>${escapeText(statement)}</p><p class="soft">${escapeText(reasonText(check))}</p>
${known === undefined ? '' : `<p>${escapeText(known)}</p>`}
<p class="part">Problem</p>${htmlCode(problemText(check))}
${hooks === undefined ? '' : `<p class="part">Hooks</p>${htmlCode(hooks)}`}
${exchange === undefined ? '' : htmlExchange(exchange, `curl-${index}`)}
<p class="part">Run the check again</p><pre tabindex="0">wfhost-conformance replay ${escapeText(id)} -c …</pre></article>`
}

function tableRow(check: CheckResult, index: number): string {
  const { advice, durationMs, exchanges, id, message, profile, requirement, section, statement, verdict } = check
  const acted = verdict === 'fail' || verdict === 'error' || verdict === 'warn'
  const name = acted ? `<a href="#failure-${index}">${escapeText(id)}</a>` : escapeText(id)
  const detail = acted || message === '' ? '' : `<p class="soft">${escapeText(message)}</p>`
  const advised = advice === undefined ? '' : `<p>${escapeText(advice)}</p>`
  const count = exchanges.length === 1 ? '1 exchange' : `${exchanges.length} exchanges`
  const sent = exchanges.map((exchange, position) => htmlExchange(exchange, `curl-${index}-${position}`)).join('<hr>')
  return `<tr data-verdict="${verdict}" data-profile="${profile}"><td>${htmlVerdict(check)}</td>
<th scope="row">${name}<p class="soft">${escapeText(statement)}</p>${detail}${advised}
${exchanges.length === 0 ? '' : `<details><summary>${count}</summary>${sent}</details>`}</th>
<td class="name">${escapeText(requirement)}<p class="soft">section ${escapeText(section)}</p></td><td class="name">${profile}</td><td class="number">${durationMs} ms</td></tr>`
}
