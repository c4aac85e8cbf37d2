import type { CheckResult, CheckVerdict, ConformanceReport } from '../engine/conformance-report.ts'
import { failedExchangeOf } from './exchange-text.ts'
import { failureText } from './failure-text.ts'

// An error of the suite is a failure here: no reader may take it for success. `rawStatus` tells them apart.
const statuses = {
  pass: 'passed',
  fail: 'failed',
  warn: 'passed',
  observed: 'other',
  blocked: 'pending',
  'not-applicable': 'skipped',
  error: 'failed',
} as const satisfies Record<CheckVerdict, string>

/** The Common Test Report Format. */
export function formatCtrf(report: ConformanceReport): string {
  const { checks, counts, durationMs, profiles, requirementSet, requirements, spent, startedAt, target, tool, verdict } = report
  const start = Date.parse(startedAt)
  const stop = start + Math.round(durationMs)
  const count = (status: string) => checks.filter((check) => statuses[check.verdict] === status).length
  const summary = {
    tests: checks.length,
    passed: count('passed'),
    failed: count('failed'),
    pending: count('pending'),
    skipped: count('skipped'),
    other: count('other'),
    suites: new Set(checks.map(({ profile }) => profile)).size,
    start,
    stop,
    extra: { verdict, counts, profiles, requirements, spent },
  }
  const results = {
    tool: { name: tool.name, version: tool.version },
    summary,
    tests: checks.map(toTest),
    environment: { testEnvironment: target.name, extra: { ...target, requirementSet } },
  }
  const timestamp = new Date(stop).toISOString()
  const document = { reportFormat: 'CTRF', specVersion: '0.0.0', timestamp, generatedBy: tool.name, results }
  return `${JSON.stringify(document, null, 2)}\n`
}

function toTest(check: CheckResult): object {
  const {
    advice,
    baseline,
    claimedBy,
    durationMs,
    evidence,
    force,
    id,
    message,
    profile,
    requirement,
    section,
    statement,
    verdict,
  } = check
  const problem = verdict === 'fail' || verdict === 'error' || verdict === 'warn'
  return {
    testId: id,
    name: `${id}: ${statement}`,
    status: statuses[verdict],
    rawStatus: verdict,
    duration: Math.round(durationMs),
    suite: [profile],
    type: 'conformance',
    tags: [profile, evidence, force],
    labels: { requirement, section },
    ...(message === '' ? {} : { message }),
    ...(problem ? { trace: failureText(check) } : {}),
    extra: { claimedBy, advice, baseline, curl: failedExchangeOf(check)?.curl },
  }
}
