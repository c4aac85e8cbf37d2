import { getRequirementUrl } from '@wfhost/internal/documentation'
import type { CheckResult, ConformanceReport } from '../engine/conformance-report.ts'
import { findFailedExchange } from '../engine/failed-exchange.ts'
import { type CauseView, listCauses, rerunCommand } from './cause-view.ts'
import { renderCode, renderCommand, renderExchange, renderIcon, renderVerdict } from './html-parts.ts'
import { renderTimings } from './html-timings.ts'
import {
  counted,
  describeFailure,
  describeHookCalls,
  describeKnownFailure,
  describeSource,
  escapeText,
  statusClasses,
} from './report-text.ts'

/** Shows the causes that need action as cards, and below them the observations. */
export function renderCauses(report: ConformanceReport): string {
  const causes = listCauses(report)
  const indexById = new Map(report.checks.map(({ id }, index) => [id, index]))
  const cards = causes.map((cause) => renderCause(report, { cause, indexById }))
  const observed = renderObserved(report.checks)

  if (causes.length === 0) return renderNothingToDo(report, observed)
  const count = new Set(causes.flatMap(({ affected }) => affected.map(({ id }) => id))).size
  return `<section aria-labelledby="causes"><div class="section-head"><h2 id="causes">Causes</h2>
<p class="soft">${counted(count, 'check')} to act on, grouped by what is wrong</p></div>
<div class="columns">${renderFilter(report, causes)}<div class="cards">${cards.join('\n')}${observed}</div></div></section>`
}

/** Shows that no check needs action, the observations, and the command for a build. */
function renderNothingToDo(report: ConformanceReport, observed: string): string {
  const again = renderCommand(rerunCommand(report, []), { id: 'again-in-ci', label: 'In each build' })
  const card = `<article class="card"><h3 class="title"><span class="mark">${renderIcon('again')}</span>Keep it that way in CI</h3>${again}</article>`
  return `<section aria-labelledby="causes"><div class="section-head"><h2 id="causes">Nothing to act on</h2></div>
<div class="columns">${renderFilter(report, [])}<div class="cards">${observed}${card}</div></div></section>`
}

interface PlacedCause {
  readonly cause: CauseView
  readonly indexById: ReadonlyMap<string, number>
}

/**
 * Shows a cause as a card that can be opened. The card has the remedy, the affected checks, an exchange that shows the problem,
 * and commands. The commands repeat the checks or the request. Only the first card is open.
 */
function renderCause(report: ConformanceReport, { cause, indexById }: PlacedCause): string {
  const { affected, counts, exchange, fixture, number, remedy, title, verdict } = cause
  const areas = [...new Set(affected.map(({ area }) => area))]
  const fixtureText = fixture === undefined ? '' : ` · <code>${escapeText(fixture)}</code>`
  const open = number === 1 ? ' open' : ''

  return `<article class="card cause" id="cause-${number}" data-areas="${areas.join(' ')}" aria-labelledby="cause-title-${number}"><details${open}>
<summary><span class="mark ${statusClasses[verdict]}">${number}</span><span class="title-text"><span class="cause-title" id="cause-title-${number}" role="heading" aria-level="3">${escapeText(title)}</span>
<span class="soft"><strong class="words ${statusClasses[verdict]}">${escapeText(counts)}</strong> · ${areas.join(', ')}${fixtureText}</span></span></summary>
<div class="callout"><p><strong>What to do.</strong> ${escapeText(remedy)}</p>${renderSource(affected[0])}</div>
${affected.map(renderTimings).join('')}
${renderAffected(affected, indexById)}
${renderEvidence(cause)}
${renderCommand(rerunCommand(report, affected), { id: `again-${number}`, label: 'Check only this again' })}
${exchange === undefined ? '' : renderCommand(exchange.curl, { id: `curl-cause-${number}`, label: 'Send it by hand' })}
</details></article>`
}

/** Links the requirement of the first check. */
function renderSource(check: CheckResult): string {
  return `<p class="soft">${escapeText(describeSource(check))} <a href="${getRequirementUrl(check.requirement)}">Read the requirement</a></p>`
}

/** Shows the exchange of a cause, with the message of the check that it belongs to. */
function renderEvidence({ affected, exchange, number }: CauseView): string {
  if (exchange === undefined) return ''

  const visible = affected.find((check) => findFailedExchange(check) === exchange)
  const problem = visible === undefined ? undefined : describeFailure(visible)
  return renderExchange({ exchange, problem, id: `cause-${number}` })
}

/** Lists the checks of a cause, each with its message, and a link to all of its exchanges. */
function renderAffected(affected: readonly CheckResult[], indexById: ReadonlyMap<string, number>): string {
  const items = affected.map((check) => {
    const baseline = describeKnownFailure(check)
    const hookCalls = describeHookCalls(check)
    const baselineHtml = baseline === undefined ? '' : `<p>${escapeText(baseline)}</p>`
    const hooksHtml = hookCalls === undefined ? '' : `<p class="part">Hooks</p>${renderCode(hookCalls)}`
    return `<li>${renderVerdict(check.verdict)} <a class="name" href="#check-${indexById.get(check.id)}">${escapeText(check.id)}</a> <span class="soft">${check.requirement}</span>
<p>${escapeText(check.statement)}</p>${renderCode(describeFailure(check))}${baselineHtml}${hooksHtml}</li>`
  })
  return `<details class="affected"><summary>${counted(affected.length, 'check')} affected</summary><ul class="plain">${items.join('\n')}</ul></details>`
}

/**
 * Shows what checks observed without judging it, because the source document leaves it open. Below it, shows the advice of
 * checks that would test more with a different configuration.
 */
function renderObserved(checks: readonly CheckResult[]): string {
  const observedChecks = checks.filter(({ verdict }) => verdict === 'observed')
  const observations = observedChecks.map(
    ({ id, message, statement }) =>
      `<li><span class="name">${escapeText(id)}</span> ${escapeText(statement)}${renderCode(message)}</li>`,
  )
  const advice = renderAdvice(checks)
  if (observations.length === 0 && advice === '') return ''

  const title = `<span class="cause-title" id="observed" role="heading" aria-level="3">Observed, where the document leaves it open</span>`
  const count = `<strong class="words observed">${observedChecks.length} observed</strong>`
  return `<article class="card" aria-labelledby="observed"><details><summary><span class="mark observed">${renderIcon('observed')}</span><span class="title-text">
${title}
<span class="soft">${count} · nothing to do, never counted against a server</span></span></summary>
<ul class="plain">${observations.join('\n')}</ul>${advice}</details></article>`
}

/** Lists the advice of checks that passed or only observed. The advice of other checks is part of their cause. */
function renderAdvice(checks: readonly CheckResult[]): string {
  const advisedChecks = checks.filter(
    ({ advice, verdict }) => advice !== undefined && (verdict === 'observed' || verdict === 'pass'),
  )
  if (advisedChecks.length === 0) return ''

  const texts = [...new Set(advisedChecks.map(({ advice = '' }) => advice))]
  const items = texts.map((text) => {
    const ids = advisedChecks.filter(({ advice }) => advice === text).map(({ id }) => id)
    return `<li>${escapeText(text)} <span class="soft">${escapeText(ids.join(', '))}</span></li>`
  })
  return `<p class="part">How checks could decide more</p><ul class="plain">${items.join('\n')}</ul>`
}

/** A form that filters causes and checks. The script of the page shows it. */
function renderFilter({ areas, checks }: ConformanceReport, causes: readonly CauseView[]): string {
  const toActOn = causes.flatMap(({ affected }) => affected)

  // Only areas with a check to act on can be chosen.
  const options = areas
    .map(({ name }) => ({ name, count: toActOn.filter(({ area }) => area === name).length }))
    .filter(({ count }) => count > 0)
  const areaRadios = options.map(({ count, name }) => renderRadio({ group: 'area', value: name, text: name, count }))

  return `<form hidden role="search" aria-label="Filter the checks">
<input type="search" name="text" autocomplete="off" placeholder="Check, text" aria-label="Check, text">
<fieldset><legend>Show</legend>${renderRadio({ group: 'show', value: 'act', text: 'To act on', count: toActOn.length, isChecked: true })}
${renderRadio({ group: 'show', value: 'all', text: 'Everything', count: checks.length })}</fieldset>
<fieldset><legend>Area</legend>${renderRadio({ group: 'area', value: '', text: 'All areas', count: toActOn.length, isChecked: true })}
${areaRadios.join('\n')}</fieldset><output aria-live="polite"></output></form>`
}

interface Radio {
  readonly group: string
  readonly value: string
  readonly text: string
  readonly count: number
  readonly isChecked?: boolean
}

function renderRadio({ count, group, isChecked = false, text, value }: Radio): string {
  const checked = isChecked ? ' checked' : ''
  return `<label><input type="radio" name="${group}" value="${value}"${checked}><span>${text}</span><span class="soft">${count}</span></label>`
}
