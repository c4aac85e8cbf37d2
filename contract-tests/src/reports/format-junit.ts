import type { CheckResult, ConformanceReport } from '../engine/conformance-report.ts'
import {
  countsLine,
  escapeAttribute,
  escapeText,
  failedExchangeOf,
  failureParts,
  requirementsLine,
  verdictLabels,
} from './report-text.ts'

/**
 * JUnit, in the dialect that CI servers share: a suite for each area, a case for each check. JUnit knows four outcomes.
 * What was only observed counts as skipped, since nothing was decided; a check that is blocked as an error, since the run
 * is incomplete; a warning as passed, with a text.
 */
export function formatJunit(report: ConformanceReport): string {
  const { checks, durationMs, requirementSet, startedAt, target, tool } = report
  const areas = [...new Set(checks.map(({ area }) => area))]
  const suites = areas.map((area) => {
    const own = checks.filter((check) => check.area === area)
    const duration = own.reduce((sum, check) => sum + check.durationMs, 0)
    const head = attributes({ name: area, ...totals(own), time: seconds(duration), timestamp: startedAt.slice(0, 19) })
    return [`  <testsuite${head}>`, ...properties(report), ...own.map(testCase), '  </testsuite>'].join('\n')
  })
  const head = attributes({
    name: `${tool.name} ${requirementSet}: ${target.name}`,
    ...totals(checks),
    time: seconds(durationMs),
  })
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites${head}>`, ...suites, '</testsuites>', ''].join('\n')
}

function properties(report: ConformanceReport): string[] {
  const { requirementSet, target, tool, verdict } = report
  const rows = {
    verdict,
    requirementSet,
    baseUrl: target.baseUrl,
    registryUrl: target.registryUrl,
    tool: `${tool.name} ${tool.version}`,
    counts: countsLine(report),
    requirements: requirementsLine(report),
  }
  const lines = Object.entries(rows).map(([name, value]) => `      <property${attributes({ name, value })}/>`)
  return ['    <properties>', ...lines, '    </properties>']
}

function testCase(check: CheckResult): string {
  const { durationMs, id, area, requirement, statement } = check
  const name = `${id}: ${statement} (${requirement})`
  const head = attributes({ classname: `wfhost-conformance.${area}`, name, time: seconds(durationMs) })
  const child = outcome(check)
  return child === '' ? `    <testcase${head}/>` : `    <testcase${head}>\n      ${child}\n    </testcase>`
}

function outcome(check: CheckResult): string {
  const { message, requirement, verdict } = check
  const text = escapeText(failureText(check))
  if (verdict === 'pass') return ''
  if (verdict === 'fail') return `<failure${attributes({ message, type: requirement })}>${text}</failure>`
  if (verdict === 'error') return `<error${attributes({ message, type: requirement })}>${text}</error>`
  if (verdict === 'warn') return `<system-out>${verdictLabels.warn}\n${text}</system-out>`
  if (isOpen(check))
    return `<error${attributes({ message: `${verdictLabels[verdict]}: ${message}`, type: verdict })}>${text}</error>`
  return `<skipped${attributes({ message: `${verdictLabels[verdict]}: ${message}` })}/>`
}

function failureText(check: CheckResult): string {
  const parts = failureParts(check).map(([label, text]) => `${label}: ${text}`)
  const exchange = failedExchangeOf(check)
  const repeat = exchange === undefined ? [] : [`repeat: ${exchange.curl}`]
  return [...parts, ...repeat, `replay: wfhost-conformance replay ${check.id} -c …`].join('\n')
}

function totals(checks: readonly CheckResult[]): Record<string, string> {
  const count = (holds: (check: CheckResult) => boolean) => String(checks.filter(holds).length)
  return {
    tests: String(checks.length),
    failures: count(({ verdict }) => verdict === 'fail'),
    errors: count((check) => check.verdict === 'error' || isOpen(check)),
    skipped: count((check) => /^(blocked|observed|not-applicable)$/.test(check.verdict) && !isOpen(check)),
  }
}

/** What leaves the verdict open may not look like success to a reader that passes over what is skipped. */
function isOpen({ force, verdict }: CheckResult): boolean {
  return verdict === 'blocked' && force !== 'observe'
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('')
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}
