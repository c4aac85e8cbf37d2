import { toPrintableLine } from '@wfhost/internal/printable'
import { measuredRequests } from '../../generated/check-requests.ts'
import { type Check, checks, type RunnableCheck } from '../engine/checks.ts'
import { exitCodes } from '../engine/exit-code.ts'
import { createTraceHeaders, openSuite } from '../engine/open-suite.ts'
import { type PlannedCheck, plannedChanges } from '../engine/plan.ts'
import { describeRequest, fillRequest, type PlannedRequest } from '../engine/planned-requests.ts'
import type { SuiteOptions } from '../engine/suite.ts'
import type { Io } from './io.ts'
import { loadSuite } from './load-suite.ts'
import type { TargetOptions } from './options.ts'

interface JsonOption {
  readonly json?: true | undefined
}

/** Prints which checks would run on a target with the requests of each, and whether they can decide the verdict. Sends nothing. */
export async function planCommand(flags: TargetOptions & JsonOption, io: Io): Promise<number> {
  const options = await loadSuite(flags, io)
  const { plannedChecks } = openSuite(checks, options)
  const totals = countTotals(plannedChecks)

  if (flags.json) {
    io.print(JSON.stringify({ totals, checks: plannedChecks.map((check) => summarize(check, options)) }, null, 2))
  } else {
    printPlan(plannedChecks, options, io)
  }

  const canDecide = totals.checks > 0 && countUndecidedChecks(plannedChecks) === 0
  return canDecide ? exitCodes.conformant : exitCodes.incomplete
}

/** How many checks would run, and what they send. The names of the members are those of the JSON output. */
interface Totals {
  readonly checks: number
  readonly requests: number
  readonly runs: number
  readonly executions: number
}

function countTotals(plannedChecks: readonly PlannedCheck[]): Totals {
  const totals = { checks: 0, requests: 0, runs: 0, executions: 0 }

  for (const { check, verdict } of plannedChecks) {
    if (verdict !== 'run') continue
    totals.checks += 1
    totals.requests += check.needs.requests
    totals.runs += check.needs.runs
    totals.executions += check.needs.executions
  }
  return totals
}

/**
 * Counts the blocked checks that could fail if they ran. While they are blocked, the verdict of a run cannot be CONFORMANT.
 * Observations never fail, because they only report how a server behaves.
 */
function countUndecidedChecks(plannedChecks: readonly PlannedCheck[]): number {
  return plannedChecks.filter(({ check, verdict }) => verdict === 'blocked' && check.force !== 'observe').length
}

function printPlan(plannedChecks: readonly PlannedCheck[], options: SuiteOptions, { print }: Io): void {
  const runnable = plannedChecks.filter(({ verdict }) => verdict === 'run')
  const others = plannedChecks.filter(({ verdict }) => verdict !== 'run')
  for (const plannedCheck of runnable) {
    const { changes, id, notes, sends } = summarize(plannedCheck, options)
    print(`run ${[id, ...notes, ...changes].map(toPrintableLine).join(': ')}`)
    for (const request of sends) print(`    ${toPrintableLine(request)}`)
  }
  for (const line of groupByReason(others)) print(line)

  const headers = Object.entries(createTraceHeaders(options.trace ?? 'RUN', 'CHECK')).map(([name, value]) => `${name}: ${value}`)
  if (headers.length > 0) print(`each request has the headers ${headers.join(', ')} (--no-trace leaves them out)`)

  for (const line of describeTotals(plannedChecks)) print(line)
}

/**
 * Returns the last lines of a plan, such as:
 *
 * - `20 of 30 checks would run: at most 90 requests, of these 60 runs and 5 executions`
 * - `8 are blocked, and 2 belong to areas that are not claimed`
 * - `3 of the blocked checks can fail, so the verdict would be INCOMPLETE unless something fails`
 */
function describeTotals(plannedChecks: readonly PlannedCheck[]): string[] {
  const { checks: runnableCount, executions, requests, runs } = countTotals(plannedChecks)

  // "At most", because checks share some requests. A check also sends fewer requests if the target does not declare all optional
  // fixtures.
  const sent = `at most ${requests} requests, of these ${runs} runs and ${executions} executions`
  const lines = [`${runnableCount} of ${plannedChecks.length} checks would run: ${sent}`]

  // A blocked check lacks something that it needs. A check is not applicable if the server does not claim its area.
  const blockedCount = countWithVerdict(plannedChecks, 'blocked')
  const notApplicableCount = countWithVerdict(plannedChecks, 'not-applicable')
  if (blockedCount + notApplicableCount > 0) {
    lines.push(`${blockedCount} are blocked, and ${notApplicableCount} belong to areas that are not claimed`)
  }

  // These checks could fail if they were not blocked. The other blocked checks are observations, which never fail.
  const undecidedCount = countUndecidedChecks(plannedChecks)
  if (undecidedCount > 0) {
    // If a check that runs fails, the verdict is NON-CONFORMANT.
    const consequence = 'so the verdict would be INCOMPLETE unless something fails'
    lines.push(`${undecidedCount} of the blocked checks can fail, ${consequence}`)
  }
  return lines
}

function countWithVerdict(plannedChecks: readonly PlannedCheck[], wanted: PlannedCheck['verdict']): number {
  return plannedChecks.filter(({ verdict }) => verdict === wanted).length
}

/** Returns a line for each reason why checks do not run, with the ids of these checks. */
function groupByReason(plannedChecks: readonly PlannedCheck[]): string[] {
  const reasons = [...new Set(plannedChecks.map(({ reason }) => reason))]

  return reasons.map((reason) => {
    const group = plannedChecks.filter((check) => check.reason === reason)
    const ids = group.map(({ check }) => check.id).join(', ')
    return `${group[0]?.verdict} ${toPrintableLine(ids)}: ${toPrintableLine(reason)}`
  })
}

function summarize({ check, reason, verdict }: PlannedCheck, options: SuiteOptions) {
  const { id } = check
  if (verdict !== 'run') return { id, verdict, reason, sends: [], notes: [], changes: [] }

  const requests = listRequests(id, options)
  return {
    id,
    verdict,
    reason,
    sends: requests.map((request) => describeRequest(fillRequest(request, options.description))),
    notes: describeSpecialRequests(check),
    changes: plannedChanges(check, options),
  }
}

/** Lists the requests of a check, for a quick run if the options require one. */
function listRequests(id: string, { description }: SuiteOptions): readonly PlannedRequest[] {
  const requests = measuredRequests[id] ?? []
  if (description.quick !== true) return requests

  return requests
    .map(({ quickTimes, ...request }) => ({ ...request, times: quickTimes ?? request.times }))
    .filter(({ times }) => times > 0)
}

/** Describes requests of a check that the owner of a server may not expect. */
function describeSpecialRequests({ needs }: Check): string[] {
  const { concurrent = 1, exposesKeys = false } = needs
  const descriptions: string[] = []
  if (concurrent > 1) descriptions.push(`sends up to ${concurrent} concurrent requests`)
  if (exposesKeys) {
    descriptions.push('sends a valid key where none belongs, such as in a query or a cookie, which logs may keep')
  }
  return descriptions
}

/** Prints all checks. */
export function listCommand({ json }: JsonOption, { print }: Io): number {
  if (json) {
    const checksWithClaim = checks.map(({ claim, run: _run, ...check }) => ({ ...check, claim: claim?.name }))
    print(JSON.stringify(checksWithClaim, null, 2))
    return exitCodes.conformant
  }

  for (const check of checks) print(describeCheck(check).join('\n'))
  return exitCodes.conformant
}

function describeCheck(check: RunnableCheck): string[] {
  const { area, claim, evidence, force, id, needs, permissions, section, statement, warnsOf } = check
  const source = evidence === 'notShown' ? 'not shown' : evidence
  const needed = [...needs.fixtures, ...needs.hooks.map((hook) => `hook ${hook}`)]

  const lines = [
    `${id}  ${statement}`,
    `    ${force}, ${source} in section ${section}; area ${area}`,
    `    needs ${needed.length === 0 ? 'nothing' : needed.join(', ')}`,
    `    sends requests: ${needs.requests}, of these runs: ${needs.runs}, executions: ${needs.executions}`,
  ]
  if (warnsOf !== undefined) lines.push(`    only warns of ${warnsOf}`)
  if (permissions.length > 0) lines.push(`    only with --allow ${permissions.join(',')}`)
  if (claim !== undefined) lines.push(`    a promise of a target that claims ${claim.name}`)
  return lines
}
