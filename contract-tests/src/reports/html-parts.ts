import { MARK } from '@wfhost/internal/design-tokens'
import type { CheckResult, CheckVerdict, RecordedExchange } from '../engine/conformance-report.ts'
import { escapeText, formatRequest, formatResponse, splitMessage, statusClasses, verdictLabels } from './report-text.ts'

/** The icons of the page, on a grid of 16. The page has each of them once, and uses it by its id. */
const icons = {
  pass: '<path d="m3.5 8.5 3 3 6-7"/>',
  fail: '<path d="m4 4 8 8m0-8-8 8"/>',
  warn: '<path d="M8 3v6m0 3.5v.2"/>',
  error: '<path d="M8 3v6m0 3.5v.2"/>',
  blocked: '<path d="M3.5 8h9"/>',
  observed: '<circle cx="8" cy="8" r="3.2"/>',
  'not-applicable': '<path d="M5 8h6"/>',
  copy: '<rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M3.5 10.5h-1v-8h8v1"/>',
  again: '<path d="M13 8a5 5 0 1 1-1.5-3.5M13 2.5V5h-2.5"/>',
} as const satisfies Readonly<Record<CheckVerdict | 'copy' | 'again', string>>

type IconName = keyof typeof icons

/** Returns the definitions of all icons, for the beginning of the page. */
export function renderSprite(): string {
  const symbols = Object.entries(icons).map(([name, shape]) => `<symbol id="icon-${name}" viewBox="0 0 16 16">${shape}</symbol>`)
  return `<svg class="sprite" aria-hidden="true">${symbols.join('')}</svg>`
}

export function renderIcon(name: IconName): string {
  return `<svg class="icon" aria-hidden="true"><use href="#icon-${name}"/></svg>`
}

/** Shows the mark and the name at the beginning of a page. */
export function renderLockup(part: string): string {
  return `<span class="lockup">${MARK}<span>wfhost<span class="part">/${part}</span></span></span>`
}

/** Shows a verdict with its mark, its colour and its word. */
export function renderVerdict(verdict: CheckVerdict, text: string = verdictLabels[verdict]): string {
  return `<span class="badge ${statusClasses[verdict]}">${renderIcon(verdict)}${escapeText(text)}</span>`
}

/** Shows a command that can be copied. The id must be unique on the page, and safe in an attribute. */
export function renderCommand(command: string, { id, label }: { readonly id: string; readonly label: string }): string {
  return `<p class="part">${label}</p><div class="command"><pre id="${id}" tabindex="0">${escapeText(command)}</pre>${renderCopy(id, 'Copy the command')}</div>`
}

/** A button that copies the text of an element. Without scripts it is hidden. */
function renderCopy(id: string, label: string): string {
  return `<button type="button" class="quiet" data-copy="${id}" aria-label="${label}" hidden>${renderIcon('copy')}<span>Copy</span></button>`
}

interface Exchange {
  readonly exchange: RecordedExchange
  /** A part of the ids of the panes: unique on the page. */
  readonly id: string
  /** The message of the check, which is shown above the response. */
  readonly problem?: string | undefined
}

/** Shows a request and its response side by side. */
export function renderExchange({ exchange, id, problem }: Exchange): string {
  const differenceHtml = problem === undefined ? '' : renderDifference(problem)
  return `<div class="panes">${renderPane('Sent', { id: `sent-${id}`, text: formatRequest(exchange) })}
${renderPane('Received', { id: `received-${id}`, text: formatResponse(exchange), before: differenceHtml })}</div>`
}

/**
 * Shows the message of a check as lines that were removed and added: what the check found, and what it expected. A message of
 * another form is one line.
 */
function renderDifference(problem: string): string {
  const { expected, found = 'the response below' } = splitMessage(problem)
  if (expected === undefined) return renderLines([renderLine('!', { status: 'failed', text: problem })])

  return renderLines([
    renderLine('−', { status: 'failed', label: 'found', text: found }),
    renderLine('+', { status: 'passed', label: 'expected', text: expected }),
  ])
}

interface Line {
  readonly status: 'failed' | 'passed'
  readonly label?: string
  readonly text: string
}

function renderLines(lines: readonly string[]): string {
  return `<ul class="difference" tabindex="0">${lines.join('')}</ul>`
}

function renderLine(sign: string, { label, status, text }: Line): string {
  const labelHtml = label === undefined ? '' : `<strong>${label}</strong> `
  return `<li class="${status}"><span class="sign" aria-hidden="true">${sign}</span><span>${labelHtml}${escapeText(text)}</span></li>`
}

interface Pane {
  readonly id: string
  readonly text: string
  /** HTML above the text. */
  readonly before?: string
}

function renderPane(title: string, { before = '', id, text }: Pane): string {
  const copyLabel = title === 'Sent' ? 'Copy the request' : 'Copy the response'
  return `<div class="pane"><div class="code-head"><strong>${title}</strong>${renderCopy(id, copyLabel)}</div>
${before}<pre id="${id}" tabindex="0">${escapeText(text)}</pre></div>`
}

/** Shows preformatted text. It can get the keyboard focus, because it may have to be scrolled. */
export function renderCode(text: string): string {
  return `<pre tabindex="0">${escapeText(text)}</pre>`
}

/** Lists the exchanges of a check, each with the command that sends the request again. */
export function renderExchanges({ exchanges }: CheckResult, index: number): string {
  if (exchanges.length === 0) return ''

  const count = exchanges.length === 1 ? '1 exchange' : `${exchanges.length} exchanges`
  const items = exchanges.map((exchange, position) => {
    const id = `${index}-${position}`
    return `${renderExchange({ exchange, id })}${renderCommand(exchange.curl, { id: `curl-${id}`, label: 'Send it by hand' })}`
  })
  return `<details><summary>${count}</summary>${items.join('<hr>')}</details>`
}
