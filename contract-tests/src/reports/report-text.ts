import { getRequirementUrl } from '@wfhost/internal/documentation'
import { toPrintable } from '@wfhost/internal/printable'
import { type Requirement, requirements } from '@wfhost/openapi'
import type {
  CheckResult,
  CheckVerdict,
  ConformanceReport,
  RecordedExchange,
  RecordedHookCall,
  ReportedContract,
  Verdict,
} from '../engine/conformance-report.ts'
import { findFailedExchange } from '../engine/failed-exchange.ts'

/** The labels of all verdicts. Those that need action come first. */
export const verdictLabels = {
  fail: 'failed',
  error: 'error',
  warn: 'warning',
  blocked: 'blocked',
  observed: 'observed',
  'not-applicable': 'not applicable',
  pass: 'passed',
} as const satisfies Record<CheckVerdict, string>

/** The result of a check whose colour and mark a verdict on a target has. */
export const verdictStyles = {
  CONFORMANT: 'pass',
  KEPT: 'pass',
  'NON-CONFORMANT': 'fail',
  BROKEN: 'fail',
  INCOMPLETE: 'warn',
  PARTIAL: 'warn',
} as const satisfies Record<Verdict, CheckVerdict>

/** The classes of a result in HTML: its status in the shared stylesheet, which has the colours. */
export const statusClasses = {
  fail: 'failed',
  error: 'suite-error',
  warn: 'refused',
  blocked: 'refused blocked',
  observed: 'observed',
  'not-applicable': 'idle',
  pass: 'passed',
} as const satisfies Record<CheckVerdict, string>

// The object has exactly these members.
export const verdicts = Object.keys(verdictLabels) as CheckVerdict[]

/** Counts the checks by verdict, on one line. */
export function countsLine({ counts }: ConformanceReport): string {
  return verdicts.map((verdict) => `${counts[verdict]} ${verdictLabels[verdict]}`).join(', ')
}

/** Counts the tested requirements of the document, or the tested requests of a contract, on one line. */
export function testedLine(report: ConformanceReport): string {
  return report.contract === undefined ? requirementsLine(report) : contractLine(report, report.contract)
}

function contractLine({ checks }: ConformanceReport, { file, notVerifiable }: ReportedContract): string {
  const compared = checks.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length
  return `${compared} of ${counted(checks.length, 'request')} of ${file} compared; ${notVerifiable.length} more are not verifiable`
}

/** Lists the requests of a contract that cannot be compared, with one line for each reason. */
export function notVerifiableLines({ contract }: ConformanceReport): string[] {
  const { notVerifiable = [] } = contract ?? {}
  const reasons = [...new Set(notVerifiable.map(({ reason }) => reason))]

  return reasons.map((reason) => {
    const requests = notVerifiable.filter((entry) => entry.reason === reason).map(({ request }) => request)
    return `${reason}: ${requests.join(', ')}`
  })
}

function requirementsLine({ requirements }: ConformanceReport): string {
  const { notShown: undocumented, notTestable, tested, total, untested } = requirements
  return (
    `${total} documented requirements: ${tested} tested, ${untested} not tested, ` +
    `${notTestable.length} not testable from outside; ${undocumented} questions that the source document leaves open`
  )
}

/** Counts the requests of the run, on one line. */
export function spentLine({ quick, spent }: ConformanceReport): string {
  const { executions, requests, runs } = spent
  const scope = quick === true ? ' in a quick run' : ''
  return `${counted(requests, 'request')} sent${scope}, of these ${counted(runs, 'run')} and ${counted(executions, 'execution')}`
}

/** The most checks that a line about a wait names. `report.json` names all of them. */
const MOST_WAITING = 2

/** Lists the waits of the run with their checks, the longest one first. */
export function waitedLines({ waited }: ConformanceReport): readonly string[] {
  const longestFirst = waited.toSorted((one, other) => other.durationMs - one.durationMs)

  return longestFirst.map(({ checks, durationMs, reason }) => {
    const seconds = (durationMs / 1000).toFixed(1)
    return `${seconds} s for ${reason} (${describeWaiting(checks)})`
  })
}

function describeWaiting(checks: readonly string[]): string {
  return checks.length > MOST_WAITING ? counted(checks.length, 'check') : checks.join(', ')
}

/** Formats a number with a noun in the singular or the plural. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Formats a request like an HTTP message. */
export function formatRequest({ method, requestBody, requestHeaders, url }: RecordedExchange): string {
  return formatMessage([`${method} ${url}`, ...formatHeaders(requestHeaders)], requestBody ?? '')
}

/** Formats a response like an HTTP message. */
export function formatResponse({ durationMs, responseBody, responseHeaders, status }: RecordedExchange): string {
  return formatMessage([`${status} after ${durationMs} ms`, ...formatHeaders(responseHeaders)], responseBody)
}

/** Lists the calls of hooks, one on each line. Returns undefined if there were none. */
export function describeHookCalls({ hookCalls }: CheckResult): string | undefined {
  return hookCalls?.map(describeHookCall).join('\n')
}

function describeHookCall({ afterExchanges, arguments: hookArguments, hook, result }: RecordedHookCall): string {
  const call = hookArguments === '' ? hook : `${hook} (${hookArguments})`
  const time = afterExchanges === 0 ? 'before the first request' : `after request ${afterExchanges}`
  return result === '' ? `${call} ${time}` : `${call} ${time}: ${result}`
}

/** Describes the source of a check: a claim of the target, or a requirement with its statement. */
export function describeSource({ claimedBy, evidence, requirement, section }: CheckResult): string {
  const source = `${requirement}, section ${section}`
  if (claimedBy !== undefined) return `${source} (claimed by ${claimedBy})`

  const evidenceText = evidence === 'notShown' ? 'not shown' : evidence
  const statement = registered.find(({ id }) => id === requirement)?.statement
  return statement === undefined ? `${source} (${evidenceText})` : `${source} (${evidenceText}): ${statement}`
}

/** Returns the message of a check. It leaves out the exchange if the report shows that completely. */
export function describeFailure(check: CheckResult): string {
  if (findFailedExchange(check) === undefined) return check.message
  return check.message.split('\n  sent ', 1).join('')
}

/** Splits a message such as `expected 400, found 200` into its two values. Some messages have only the first one, or neither. */
export function splitMessage(message: string): { readonly expected?: string | undefined; readonly found?: string | undefined } {
  const [, expected, found] = /^expected (.+?)(?:, found (.+))?$/s.exec(message) ?? []
  return { expected, found }
}

/** Describes the entry of the baseline for a failure. Returns undefined if there is none. */
export function describeKnownFailure({ baseline }: CheckResult): string | undefined {
  return baseline && `known until ${baseline.expires}: ${baseline.reason} (${baseline.owner})`
}

const registered: readonly Requirement[] = requirements

function formatHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}: ${value}`)
}

function formatMessage(head: readonly string[], body: string): string {
  return body === '' ? head.join('\n') : `${head.join('\n')}\n\n${body}`
}

/** Lists the texts about a failed check, each with a label. */
export function listFailureParts(check: CheckResult): readonly (readonly [label: string, text: string])[] {
  const source = `${describeSource(check)}\n${getRequirementUrl(check.requirement)}`
  const parts: [label: string, text: string][] = [
    ['should', check.statement],
    ['document', source],
    ['problem', describeFailure(check)],
  ]

  // The baseline is the list of known failures in the configuration.
  const baseline = describeKnownFailure(check)
  if (baseline !== undefined) parts.push(['baseline', baseline])

  // Hooks are functions for actions outside the API, such as publishing a workflow.
  const hookCalls = describeHookCalls(check)
  if (hookCalls !== undefined) parts.push(['hooks', hookCalls])

  const exchange = findFailedExchange(check)
  if (exchange !== undefined) parts.push(['sent', formatRequest(exchange)], ['received', formatResponse(exchange)])
  return parts
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

/** Escapes a text for XML and HTML, between tags. */
export function escapeText(text: string): string {
  return toPrintable(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Escapes a text for a quoted attribute, in which a parser would replace a line feed by a space. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}
