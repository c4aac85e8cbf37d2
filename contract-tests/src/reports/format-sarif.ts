import type { CheckResult, CheckVerdict, ConformanceReport, RecordedExchange } from '../engine/conformance-report.ts'
import { baselineText, failedExchangeOf, reasonText } from './exchange-text.ts'
import { toPrintableLine } from './to-printable.ts'
import { verdictLabels } from './verdicts.ts'

/**
 * SARIF tells a finding from an open question. A check that is blocked lacks information, and is open; an error of the
 * suite needs a person to look, and is for review. Only a finding has a level (section 3.27.10).
 */
const kinds = {
  pass: { kind: 'pass', level: 'none' },
  fail: { kind: 'fail', level: 'error' },
  warn: { kind: 'fail', level: 'warning' },
  observed: { kind: 'informational', level: 'none' },
  blocked: { kind: 'open', level: 'none' },
  'not-applicable': { kind: 'notApplicable', level: 'none' },
  error: { kind: 'review', level: 'none' },
} as const satisfies Record<CheckVerdict, { readonly kind: string; readonly level: string }>

/** SARIF 2.1.0: a rule for each requirement, a result for each check, with its request and answer. */
export function formatSarif(report: ConformanceReport): string {
  const { checks, counts, durationMs, requirementSet, requirements, startedAt, target, tool, verdict } = report
  const ruleIds = [...new Set(checks.map(({ requirement }) => requirement))]
  const run = {
    tool: { driver: { name: tool.name, version: tool.version, rules: ruleIds.map((id) => rule(id, checks)) } },
    automationDetails: { id: `${tool.name}/${requirementSet}/${encodeURIComponent(toPrintableLine(target.name))}/` },
    invocations: [
      {
        executionSuccessful: counts.error === 0,
        startTimeUtc: startedAt,
        endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
        toolExecutionNotifications: checks
          .filter((check) => check.verdict === 'error')
          .map(({ id, message }) => ({ level: 'error', message: { text: `${id}: ${message}` } })),
      },
    ],
    results: checks.map((check) => result(check, ruleIds.indexOf(check.requirement))),
    columnKind: 'utf16CodeUnits',
    properties: { verdict, requirementSet, target, counts, requirements },
  }
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }
  return `${JSON.stringify(log, null, 2)}\n`
}

function rule(id: string, checks: readonly CheckResult[]): object {
  const own = checks.filter(({ requirement }) => requirement === id)
  const [first] = own
  return {
    id,
    shortDescription: { text: own.map(({ statement }) => statement).join('; ') },
    defaultConfiguration: { level: own.some(({ force }) => force === 'must') ? 'error' : 'warning' },
    properties: { section: first?.section, evidence: first?.evidence, tags: [...new Set(own.map(({ profile }) => profile))] },
  }
}

function result(check: CheckResult, ruleIndex: number): object {
  const { advice, baseline, claimedBy, durationMs, evidence, force, id, message, profile, requirement, verdict } = check
  const exchange = failedExchangeOf(check)
  const text = [message === '' ? verdictLabels[verdict] : message, reasonText(check)]
  const known = baselineText(check)
  return {
    ruleId: requirement,
    ruleIndex,
    ...kinds[verdict],
    message: { text: text.join('\n') },
    locations: [{ logicalLocations: [{ name: id, fullyQualifiedName: `${profile}/${id}`, kind: 'resource' }] }],
    partialFingerprints: { 'check/v1': id },
    ...(exchange === undefined ? {} : webExchange(exchange)),
    ...(known === undefined ? {} : { suppressions: [{ kind: 'external', status: 'accepted', justification: known }] }),
    properties: { check: id, verdict, profile, evidence, force, durationMs, claimedBy, advice, baseline, curl: exchange?.curl },
  }
}

function webExchange(exchange: RecordedExchange): object {
  const { method, requestBody, requestHeaders, responseBody, responseHeaders, status, url } = exchange
  const body = requestBody === undefined ? {} : { body: { text: requestBody } }
  return {
    webRequest: { protocol: 'HTTP', method, target: url, headers: requestHeaders, ...body },
    webResponse: { protocol: 'HTTP', statusCode: status, headers: responseHeaders, body: { text: responseBody } },
  }
}
