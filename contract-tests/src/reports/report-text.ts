import { requirementPage } from '@wfhost/internal/documentation'
import { toPrintable } from '@wfhost/internal/printable'
import { type Requirement, requirements } from '@wfhost/openapi'
import type { CheckResult, CheckVerdict, ConformanceReport, RecordedExchange } from '../engine/conformance-report.ts'

/** Every verdict as a reader sees it, what has to be acted on first. */
export const verdictLabels = {
  fail: 'failed',
  error: 'error',
  warn: 'warning',
  blocked: 'blocked',
  observed: 'observed',
  'not-applicable': 'not applicable',
  pass: 'passed',
} as const satisfies Record<CheckVerdict, string>

// An object has exactly these names.
export const verdicts = Object.keys(verdictLabels) as CheckVerdict[]

/** How many checks came to each verdict, on one line. */
export function countsLine({ counts }: ConformanceReport): string {
  return verdicts.map((verdict) => `${counts[verdict]} ${verdictLabels[verdict]}`).join(', ')
}

/** Which part of what is documented was tested. */
export function requirementsLine({ requirements }: ConformanceReport): string {
  const { notShown, notTestable, tested, total, untested } = requirements
  return (
    `${total} documented requirements: ${tested} tested, ${untested} not tested, ` +
    `${notTestable.length} not testable from outside; ${notShown} questions that the source document leaves open`
  )
}

/** What the run cost the target. */
export function spentLine({ spent }: ConformanceReport): string {
  const { executions, requests, runs } = spent
  return `${counted(requests, 'request')} sent, of these ${counted(runs, 'run')} and ${counted(executions, 'execution')}`
}

/** What the run waited for, and which checks did; undefined for nothing. */
export function waitedLine({ waited }: ConformanceReport): string | undefined {
  const parts = waited.map(
    ({ checks, durationMs, reason }) => `${(durationMs / 1000).toFixed(1)} s for ${reason} (${checks.join(', ')})`,
  )
  return parts.length === 0 ? undefined : `Waited ${parts.join(', ')}`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export function failedExchangeOf({ exchanges, failedExchange }: CheckResult): RecordedExchange | undefined {
  return failedExchange === undefined ? undefined : exchanges[failedExchange]
}

/** What was sent, as HTTP shows it. */
export function requestText({ method, requestBody, requestHeaders, url }: RecordedExchange): string {
  return messageText([`${method} ${url}`, ...headerLines(requestHeaders)], requestBody ?? '')
}

/** What came, as HTTP shows it. */
export function responseText({ durationMs, responseBody, responseHeaders, status }: RecordedExchange): string {
  return messageText([`${status} after ${durationMs} ms`, ...headerLines(responseHeaders)], responseBody)
}

/** What hooks were asked, a line each; undefined when none was. */
export function hooksText({ hookCalls }: CheckResult): string | undefined {
  return hookCalls
    ?.map(({ afterExchanges, answer, given, hook }) => {
      const when = afterExchanges === 0 ? 'before the first request' : `after request ${afterExchanges}`
      return `${given === '' ? hook : `${hook} (${given})`} ${when}${answer === '' ? '' : `: ${answer}`}`
    })
    .join('\n')
}

/** Why the check is made: a claim of the target, or what is required and where. */
export function reasonText({ claimedBy, evidence, requirement, section }: CheckResult): string {
  const source = `${requirement}, section ${section}`
  if (claimedBy !== undefined) return `${source} (claimed by ${claimedBy})`
  const { statement } = registered.find(({ id }) => id === requirement) ?? {}
  return `${source} (${evidence === 'notShown' ? 'not shown' : evidence})${statement === undefined ? '' : `: ${statement}`}`
}

/** What is wrong, without the part of the exchange that is shown in full. */
export function problemText(check: CheckResult): string {
  if (failedExchangeOf(check) === undefined) return check.message
  return check.message.split('\n  sent ', 1).join('')
}

/** A failure that the baseline knows, and until when. */
export function baselineText({ baseline }: CheckResult): string | undefined {
  return baseline && `known until ${baseline.expires}: ${baseline.reason} (${baseline.owner})`
}

const registered: readonly Requirement[] = requirements

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}: ${value}`)
}

function messageText(head: readonly string[], body: string): string {
  return body === '' ? head.join('\n') : `${head.join('\n')}\n\n${body}`
}

/** What a person needs to act on a check, each part by its name: what was wanted and why, what is wrong, what was sent. */
export function failureParts(check: CheckResult): readonly (readonly [label: string, text: string])[] {
  const exchange = failedExchangeOf(check)
  const known = baselineText(check)
  const hooks = hooksText(check)
  return [
    ['should', check.statement],
    ['document', `${reasonText(check)}\n${requirementPage(check.requirement)}`],
    ['problem', problemText(check)],
    ...(known === undefined ? [] : [['baseline', known] as const]),
    ...(hooks === undefined ? [] : [['hooks', hooks] as const]),
    ...(exchange === undefined ? [] : [['sent', requestText(exchange)] as const, ['received', responseText(exchange)] as const]),
  ]
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

/** Text as it may stand in XML and HTML, between tags. */
export function escapeText(text: string): string {
  return toPrintable(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Text as it may stand in a quoted attribute, where a parser would turn a bare newline into a space. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}
