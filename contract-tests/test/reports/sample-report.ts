import { findCauses } from '../../src/engine/causes/causes.ts'
import type { CheckResult, ConformanceReport, RecordedExchange } from '../../src/engine/conformance-report.ts'

/** A text that a server may send to break a report. */
export const hostile = `</script><script>alert(1)</script> ]]> --> "quoted" 'single' & \u0000\u001b[31mred \u202eback \ud800 😀 \`\`\` | ::error:: %0A {0} [x](javascript:alert)`

const exchange: RecordedExchange = {
  method: 'POST',
  url: 'https://api.example.com/api/v2/external/flows/echo/published-run?x=<b>',
  requestHeaders: { 'content-type': 'application/json', authorization: 'Bearer $WORKFLOW_KEY' },
  requestBody: '{"args":[{"name":"text","value":"hello"}],"response_mode":"sync"}',
  status: 200,
  responseHeaders: { 'content-type': 'application/json', 'x-trace': hostile },
  responseBody: `{"status":"success","note":${JSON.stringify(hostile)}}\n${hostile}`,
  durationMs: 12,
  curl: `curl -sS -i -X POST 'https://api.example.com/api/v2/external/flows/echo/published-run?x=<b>' -H "authorization: Bearer $WORKFLOW_KEY" -H 'content-type: application/json' --data-binary '{"args":[{"name":"text","value":"it'\\''s <b>"}]}'`,
}

const passed: CheckResult = {
  id: 'run-endpoint',
  requirement: 'RUN-ENDPOINT',
  section: '4.1, 9',
  statement: 'a run is requested with POST at the endpoint of the workflow',
  evidence: 'documented',
  force: 'must',
  area: 'run-sync',
  verdict: 'pass',
  message: '',
  durationMs: 31,
  exchanges: [exchange],
}

const checks: readonly CheckResult[] = [
  {
    ...passed,
    measurements: [
      {
        title: 'from a 429 to the next request, which got 200',
        measuredMs: 12_060,
        atLeastMs: 12_000,
        comparedWith: [{ name: `the window ${hostile}`, durationMs: 12_000 }],
      },
    ],
  },
  {
    ...passed,
    id: 'run-malformed',
    requirement: 'RUN-MALFORMED',
    section: '7',
    statement: 'a malformed body is refused with 400',
    verdict: 'fail',
    message: 'expected a refusal with 400, found 200',
    exchanges: [exchange, { ...exchange, requestBody: '{"args":', status: 200 }],
    failedExchange: 1,
  },
  {
    ...passed,
    id: 'run-auth',
    requirement: 'RUN-AUTH',
    section: '4.1, 5',
    statement: `the key is a Bearer token ${hostile}`,
    verdict: 'fail',
    message: `expected a refusal with 401, found ${hostile}\n${'a very long line '.repeat(600)}`,
    failedExchange: 0,
    baseline: { reason: `known since May ${hostile}`, owner: 'team <runs>', expires: '2027-01-31' },
  },
  {
    ...passed,
    id: 'run-args',
    requirement: 'RUN-ARGS',
    section: '4.1',
    statement: 'the body is an object with an array of arguments',
    verdict: 'fail',
    message: 'expected a response within 30000 ms, found none',
    exchanges: [],
    hookCalls: [
      { hook: 'creditBalance', arguments: '', result: `100 ${hostile}`, afterExchanges: 0 },
      { hook: 'limitRate', arguments: '1 requests in 1000 ms', result: '', afterExchanges: 3 },
    ],
    claimedBy: 'the target',
  },
  {
    ...passed,
    id: 'run-content-type',
    requirement: 'RUN-CONTENT-TYPE',
    evidence: 'derived',
    verdict: 'warn',
    message: 'expected a charset, found none',
    area: 'run-async',
    measurements: [
      {
        title: 'the fastest async start of 3',
        measuredMs: 381,
        atMostMs: 112,
        comparedWith: [
          { name: 'a quick run', durationMs: 12 },
          { name: 'the slow workflow', durationMs: 400 },
        ],
      },
    ],
  },
  {
    ...passed,
    id: 'run-arg-name',
    requirement: 'RUN-ARG-NAME',
    force: 'observe',
    evidence: 'notShown',
    verdict: 'observed',
    message: `{"status":200,"keys":["status","note"]} ${hostile}`,
    advice: `a claim decides ${hostile}`,
  },
  {
    ...passed,
    id: 'run-arg-value',
    requirement: 'RUN-ARG-VALUE',
    verdict: 'blocked',
    message: 'the target declares no workflow with typed parameters (fixtures.typed)',
    area: 'keys',
    exchanges: [],
  },
  {
    ...passed,
    id: 'run-arg-type',
    requirement: 'RUN-ARG-TYPE',
    verdict: 'not-applicable',
    message: 'the area execute is not claimed',
    area: 'execute',
    exchanges: [],
  },
  {
    ...passed,
    id: 'run-arg-missing',
    requirement: 'RUN-ARG-MISSING',
    verdict: 'error',
    message: `TypeError: x is not a function\n    at check (run-arg-missing.ts:3:1)\n${hostile}`,
    area: 'registry',
  },
]

/** Creates a report with every verdict, and with hostile text in every place that a server can write to. */
export function createSampleReport(): ConformanceReport {
  return structuredClone({
    schemaVersion: 1,
    tool: { name: 'wfhost-conformance', version: '0.1.0' },
    target: {
      name: `staging ${hostile}`,
      baseUrl: 'https://api.example.com',
      registryUrl: 'https://tools.example.com',
      product: 'wfhost',
    },
    startedAt: '2026-11-20T09:30:00.000Z',
    durationMs: 4321,
    verdict: 'NON-CONFORMANT',
    hint: `Every response has status 302: check that it leads to ${hostile}`,
    areas: [
      { name: 'run-sync', claimed: true, verdict: 'NON-CONFORMANT' },
      { name: 'run-async', claimed: true, verdict: 'CONFORMANT' },
      { name: 'keys', claimed: true, verdict: 'INCOMPLETE' },
      { name: 'registry', claimed: true, verdict: 'INCOMPLETE' },
      { name: 'execute', claimed: false, verdict: 'INCOMPLETE' },
    ],
    counts: { pass: 1, fail: 3, warn: 1, observed: 1, blocked: 1, 'not-applicable': 1, error: 1 },
    requirements: {
      total: 66,
      tested: 5,
      untested: 59,
      notTestable: [{ id: 'RUN-MODE', why: `needs a look inside ${hostile}` }],
      notShown: 12,
    },
    spent: { requests: 11, runs: 9, executions: 2 },
    waited: [{ reason: 'executions to show in the credits', durationMs: 2004, checks: ['exe-credit'] }],
    causes: findCauses(checks),
    config: 'staging.yaml',
    checks,
  })
}

/** A report of a target that keeps everything. */
export function createCleanReport(): ConformanceReport {
  const { hint: _hint, ...sample } = createSampleReport()
  return {
    ...sample,
    target: { ...sample.target, name: 'staging' },
    verdict: 'CONFORMANT',
    areas: [{ name: 'run-sync', claimed: true, verdict: 'CONFORMANT' }],
    counts: { pass: 1, fail: 0, warn: 0, observed: 0, blocked: 0, 'not-applicable': 0, error: 0 },
    causes: [],
    checks: [structuredClone(passed)],
  }
}
