import type { Area, CheckResult, ConformanceReport } from '../engine/conformance-report.ts'
import { findFailedExchange } from '../engine/failed-exchange.ts'
import { rerunCommand } from './cause-view.ts'
import { countsLine, escapeAttribute, escapeText, listFailureParts, testedLine, verdictLabels } from './report-text.ts'

/**
 * Formats a report as JUnit XML, with a suite for each area and a case for each check. JUnit has only four outcomes: an
 * observation is skipped, a warning passes with a text, and a blocked check is an error, because the run is incomplete.
 */
export function formatJunit(report: ConformanceReport): string {
  const { checks, durationMs, target, tool } = report
  const areas = [...new Set(checks.map(({ area }) => area))]
  const suites = [...areas.map((area) => formatSuite(area, report)), ...formatNotVerifiable(report)]

  const name = `${tool.name}: ${target.name}`
  const outcomes = addSkipped(countOutcomes(checks), report.contract?.notVerifiable.length ?? 0)
  const rootAttributes = attributes({ name, ...outcomes, time: inSeconds(durationMs) })
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites${rootAttributes}>`, ...suites, '</testsuites>', ''].join('\n')
}

/** Formats the checks of one area as a suite. */
function formatSuite(area: Area, report: ConformanceReport): string {
  const checks = report.checks.filter((check) => check.area === area)
  const durationMs = checks.reduce((sum, check) => sum + check.durationMs, 0)
  const suiteAttributes = attributes({
    name: area,
    ...countOutcomes(checks),
    time: inSeconds(durationMs),
    timestamp: report.startedAt.slice(0, 19),
  })
  return [
    `  <testsuite${suiteAttributes}>`,
    ...formatProperties(report),
    ...checks.map((check) => formatCase(check, report)),
    '  </testsuite>',
  ].join('\n')
}

/** Formats the requests of a contract that cannot be compared, as skipped cases of a suite of their own. */
function formatNotVerifiable(report: ConformanceReport): string[] {
  const { notVerifiable = [] } = report.contract ?? {}
  if (notVerifiable.length === 0) return []

  const counts = addSkipped(countOutcomes([]), notVerifiable.length)
  const suite = { name: 'not verifiable', ...counts, time: inSeconds(0), timestamp: report.startedAt.slice(0, 19) }
  const cases = notVerifiable.map(({ reason, request }) => {
    const caseAttributes = attributes({ classname: 'wfhost-conformance.not-verifiable', name: request, time: inSeconds(0) })
    return `    <testcase${caseAttributes}>\n      <skipped${attributes({ message: reason })}/>\n    </testcase>`
  })
  return [[`  <testsuite${attributes(suite)}>`, ...formatProperties(report), ...cases, '  </testsuite>'].join('\n')]
}

/** Formats facts about the whole run, which each suite repeats. */
function formatProperties(report: ConformanceReport): string[] {
  const { target, tool, verdict } = report
  const rows = {
    verdict,
    baseUrl: target.baseUrl,
    registryUrl: target.registryUrl,
    tool: `${tool.name} ${tool.version}`,
    counts: countsLine(report),
    requirements: testedLine(report),
  }
  const lines = Object.entries(rows).map(([name, value]) => `      <property${attributes({ name, value })}/>`)
  return ['    <properties>', ...lines, '    </properties>']
}

function formatCase(check: CheckResult, report: ConformanceReport): string {
  const { area, durationMs, id, requirement, statement } = check
  const name = `${id}: ${statement} (${requirement})`
  const caseAttributes = attributes({ classname: `wfhost-conformance.${area}`, name, time: inSeconds(durationMs) })

  const outcome = formatOutcome(check, report)
  if (outcome === '') return `    <testcase${caseAttributes}/>`
  return `    <testcase${caseAttributes}>\n      ${outcome}\n    </testcase>`
}

/**
 * Formats what JUnit has inside a case: nothing for success, or one element with the message. A check that was blocked is an
 * error if it leaves the verdict open, and is skipped otherwise.
 */
function formatOutcome(check: CheckResult, report: ConformanceReport): string {
  const { message, requirement, verdict } = check
  const text = escapeText(describeFailure(check, report))
  const problem = attributes({ message, type: requirement })
  const messageWithVerdict = `${verdictLabels[verdict]}: ${message}`

  if (verdict === 'pass') return ''
  if (verdict === 'fail') return `<failure${problem}>${text}</failure>`
  if (verdict === 'error') return `<error${problem}>${text}</error>`
  if (verdict === 'warn') return `<system-out>${verdictLabels.warn}\n${text}</system-out>`
  if (isOpen(check)) return `<error${attributes({ message: messageWithVerdict, type: verdict })}>${text}</error>`
  return `<skipped${attributes({ message: messageWithVerdict })}/>`
}

/** Describes a failure in lines: the problem, the exchange that shows it, and the commands to repeat the request and the check. */
function describeFailure(check: CheckResult, report: ConformanceReport): string {
  const lines = listFailureParts(check).map(([label, text]) => `${label}: ${text}`)
  const exchange = findFailedExchange(check)
  if (exchange !== undefined) lines.push(`repeat: ${exchange.curl}`)
  return [...lines, `again: ${rerunCommand(report, [check])}`].join('\n')
}

/** How many cases of a suite there are, and how many have each outcome. */
interface OutcomeCounts {
  readonly tests: number
  readonly failures: number
  readonly errors: number
  readonly skipped: number
}

function countOutcomes(checks: readonly CheckResult[]): OutcomeCounts {
  const count = (matches: (check: CheckResult) => boolean) => checks.filter(matches).length
  return {
    tests: checks.length,
    failures: count(({ verdict }) => verdict === 'fail'),
    errors: count((check) => check.verdict === 'error' || isOpen(check)),
    skipped: count((check) => /^(blocked|observed|not-applicable)$/.test(check.verdict) && !isOpen(check)),
  }
}

function addSkipped(counts: OutcomeCounts, added: number): OutcomeCounts {
  return { ...counts, tests: counts.tests + added, skipped: counts.skipped + added }
}

/** Returns whether a check leaves the verdict open. As skipped, it would look like a success to some readers of JUnit. */
function isOpen({ force, verdict }: CheckResult): boolean {
  return verdict === 'blocked' && force !== 'observe'
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join('')
}

function inSeconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3)
}
