import { createMockService, type MockService } from '@wfhost/mock-server'
import { createSuiteOptions } from '../../src/engine/check-server.ts'
import { checks, permissions } from '../../src/engine/checks.ts'
import type { ConformanceReport } from '../../src/engine/conformance-report.ts'
import { planChecks } from '../../src/engine/plan.ts'
import type { ServerDescription } from '../../src/engine/server-description.ts'
import { checkService, describeService } from '../contract-server.ts'
import { createContractWorld, lateFixtures, lateMs } from '../contract-world.ts'
import { type CaseResult, caseResult, type SelfTest, type SelfTestCase } from '../self-test.ts'

/** A counting server sees exactly the requests that were planned and allowed. */
export const budgets: SelfTest = {
  id: 'budgets',
  statement: 'a server receives exactly the planned requests, and never more than were allowed',
  concurrency: 4,
  listCases: () => [
    // Before each check, `run-ok` reaches the service. If the first response of a service is 404, the suite repeats the request.
    ...checks.map(({ id }) => planCase(`${id} sends what its plan says`, { only: ['run-ok', id] })),
    planCase('all checks send what the plan says', {}),
    ...permissions.map((permission) =>
      planCase(`without ${permission}, no check uses it`, { allow: permissions.filter((other) => other !== permission) }),
    ),
    planCase('nothing is allowed', { allow: [] }),
    ...[0, 1, 2, 5, 20, 80].map((maxRuns) => stopCase(`no more than ${maxRuns} runs`, { maxRuns })),
    ...[0, 1, 2, 5, 10].map((maxExecutions) => stopCase(`no more than ${maxExecutions} executions`, { maxExecutions })),
    ...[50, 200].map(paceCase),
    { name: 'no more runs than allowed, on a server that makes the suite repeat every request', run: stopRepeating },
    { name: 'the suite waits for the time in Retry-After', run: waitForRetryAfter },
    { name: 'a rate limit that does not end blocks checks, and fails none', run: meetEndlessLimit },
    { name: 'a server that stops responding fails no check, and gets no more requests', run: stopWhenDead },
  ],
}

interface Seen {
  readonly requests: number
  readonly runs: number
  readonly executions: number
  readonly times: readonly number[]
}

async function count(
  options: Partial<ServerDescription>,
  change: (service: MockService) => MockService = (service) => service,
): Promise<{ readonly seen: Seen; readonly report: ConformanceReport }> {
  const times: number[] = []
  const paths: string[] = []
  const service = change(createMockService(createContractWorld({ slowMs: lateMs })))
  const fetch = (request: Request): Promise<Response> => {
    times.push(performance.now())
    paths.push(new URL(request.url).pathname)
    return service.fetch(request)
  }
  const { report } = await checkService({ ...service, fetch }, { fixtures: lateFixtures, ...options })
  // Checks also send requests to paths that only begin like one of the API document.
  const having = (part: RegExp) => paths.filter((path) => part.test(path)).length
  const seen = { requests: paths.length, runs: having(/\/published-run\b/), executions: having(/\/execute\b/), times }
  return { seen, report }
}

function planCase(name: string, options: Partial<ServerDescription>): SelfTestCase {
  return {
    name,
    run: async () => {
      const { seen } = await count(options)
      const description = { ...describeService(createMockService(createContractWorld())), ...options }
      const planned = planChecks(checks, createSuiteOptions(description)).filter(({ verdict }) => verdict === 'run')
      const kinds = ['requests', 'runs', 'executions'] as const
      const differing = kinds.flatMap((kind) => {
        const sum = planned.reduce((total, { check }) => total + check.needs[kind], 0)
        return sum === seen[kind] ? [] : [`${sum} ${kind} were planned, and ${seen[kind]} came`]
      })
      return caseResult('as planned', differing)
    },
  }
}

function stopCase(name: string, limit: { readonly maxRuns?: number; readonly maxExecutions?: number }): SelfTestCase {
  return {
    name,
    run: async () => {
      const limits = { maxRuns: 1000, maxExecutions: 1000, ...limit }
      const { report, seen } = await count(limits)
      return caseResult('stopped', [
        ...(seen.runs <= limits.maxRuns ? [] : [`${seen.runs} runs came`]),
        ...(seen.executions <= limits.maxExecutions ? [] : [`${seen.executions} executions came`]),
        ...(report.checks.some(({ message }) => message.endsWith(' lets all of them run'))
          ? []
          : ['no check says that it was stopped']),
      ])
    },
  }
}

/** How many requests a server gets in the time that so many must take: the pace can be slower, never faster. */
function paceCase(requestsPerSecond: number): SelfTestCase {
  return {
    name: `no more than ${requestsPerSecond} requests in a second`,
    run: async () => {
      const { seen } = await count({ requestsPerSecond, only: ['host-401', 'key-invalid'] })
      const [first = 0, ...rest] = seen.times
      // On a busy machine, the first request may come late, and the second on time immediately after it. Timers may be
      // early by a part of a millisecond.
      const early = rest.filter((time, index) => time - first < (index * 1000) / requestsPerSecond - 2)
      return caseResult('paced', [
        ...(rest.length > 10 ? [] : [`only ${seen.requests} requests came`]),
        ...(early.length === 0 ? [] : [`${early.length} of ${seen.requests} requests came too early`]),
      ])
    },
  }
}

async function stopRepeating(): Promise<CaseResult> {
  const limits = { maxRuns: 12, maxExecutions: 0 }
  const busy = limitRequests('0', (number) => number % 2 === 1)
  const { report, seen } = await count({ ...limits, only: ['run-args', 'run-content-type'] }, busy)
  const message = report.checks.find(({ id }) => id === 'run-args')?.message ?? ''
  return caseResult('stopped', [
    ...(seen.runs === limits.maxRuns ? [] : [`${seen.runs} runs came`]),
    ...(message.startsWith('--max-runs 12 is used up by more than was planned') ? [] : [`run-args says: ${message}`]),
  ])
}

/** Responds with 429 to the requests whose number is limited. */
function limitRequests(retryAfter: string, isLimited: (number: number) => boolean): (service: MockService) => MockService {
  return (service) => {
    let mutantRequest = 0
    return {
      ...service,
      fetch: async (request) => {
        mutantRequest += 1
        if (!isLimited(mutantRequest)) return service.fetch(request)
        return new Response(null, { status: 429, headers: { 'retry-after': retryAfter } })
      },
    }
  }
}

async function waitForRetryAfter(): Promise<CaseResult> {
  const limited = limitRequests('1', (number) => number === 1)
  const { report, seen } = await count({ only: ['run-ok', 'run-endpoint'] }, limited)
  const [first = 0, second = 0] = seen.times
  return caseResult('waited', [
    ...(second - first >= 998 ? [] : [`the next request came after ${Math.round(second - first)} ms`]),
    ...(report.verdict === 'PARTIAL' ? [] : [`the verdict is ${report.verdict}`]),
  ])
}

async function stopWhenDead(): Promise<CaseResult> {
  const dying = (service: MockService): MockService => {
    let mutantRequest = 0
    return {
      ...service,
      fetch: (request) => {
        mutantRequest += 1
        return mutantRequest <= 20 ? service.fetch(request) : Promise.reject(new TypeError('fetch failed'))
      },
    }
  }
  const { report, seen } = await count({}, dying)
  return caseResult('stopped', [
    ...(seen.requests < 35 ? [] : [`${seen.requests} requests were sent`]),
    ...(report.counts.fail === 0 && report.verdict === 'INCOMPLETE' ? [] : [`the verdict is ${report.verdict}`]),
    ...(report.hint?.includes('fetch failed') ? [] : [`the hint is ${report.hint}`]),
  ])
}

async function meetEndlessLimit(): Promise<CaseResult> {
  const limited = (service: MockService): MockService => ({
    ...service,
    fetch: async () => new Response(null, { status: 429, headers: { 'retry-after': '0' } }),
  })
  const { report } = await count({ areas: ['run-sync', 'keys', 'registry', 'organization', 'execute'] }, limited)
  const wrong = report.checks.filter(({ verdict }) => verdict !== 'blocked' && verdict !== 'not-applicable')
  return caseResult(
    'blocked',
    wrong.map(({ id, verdict }) => `${id} is ${verdict}`),
  )
}
