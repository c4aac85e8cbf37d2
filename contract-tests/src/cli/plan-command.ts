import { toPrintableLine } from '@wfhost/internal/printable'
import { checks } from '../engine/checks.ts'
import { exitCodes } from '../engine/exit-code.ts'
import { createTraceHeaders, openSuite } from '../engine/open-suite.ts'
import { type PlannedCheck, plannedChanges } from '../engine/plan.ts'
import type { SuiteOptions } from '../engine/suite.ts'
import type { Io } from './io.ts'
import { loadSuite } from './load-suite.ts'
import type { TargetOptions } from './options.ts'

interface JsonOption {
  readonly json?: true | undefined
}

/** Shows what would run on a target, and whether that can decide. Sends nothing. */
export async function planCommand(flags: TargetOptions & JsonOption, io: Io): Promise<number> {
  const options = await loadSuite(flags, io)
  const { planned: plan } = openSuite(checks, options)
  const running = plan.filter((planned) => planned.verdict === 'run')
  const total = (kind: 'requests' | 'runs' | 'executions') => running.reduce((sum, { check }) => sum + check.needs[kind], 0)
  const totals = { checks: running.length, requests: total('requests'), runs: total('runs'), executions: total('executions') }
  const blocked = plan.filter(({ verdict }) => verdict === 'blocked')
  const open = blocked.filter(({ check }) => check.force !== 'observe').length
  const code = running.length === 0 || open > 0 ? exitCodes.incomplete : exitCodes.conformant
  if (flags.json) {
    io.print(JSON.stringify({ totals, checks: plan.map((planned) => summary(planned, options)) }, null, 2))
    return code
  }
  for (const planned of running) {
    const { changes, id, sends } = summary(planned, options)
    io.print(`run ${[id, ...sends, ...changes].map(toPrintableLine).join(': ')}`)
  }
  const others = plan.filter(({ verdict }) => verdict !== 'run')
  for (const line of groupByReason(others)) io.print(line)
  const headers = Object.entries(createTraceHeaders(options.trace ?? 'RUN', 'CHECK')).map(([name, value]) => `${name}: ${value}`)
  if (headers.length > 0) io.print(`each request has the headers ${headers.join(', ')} (--no-trace leaves them out)`)
  io.print(
    `${totals.checks} of ${plan.length} checks would run: ${totals.requests} requests, of these ${totals.runs} runs and ${totals.executions} executions`,
  )
  const notClaimed = others.length - blocked.length
  if (others.length > 0) io.print(`${blocked.length} are blocked, and ${notClaimed} belong to areas that are not claimed`)
  if (open > 0) io.print(`${open} of the blocked checks can fail, so the verdict would be INCOMPLETE unless something fails`)
  return code
}

/** A line for each reason why checks would not run, with all of these checks. */
function groupByReason(planned: readonly PlannedCheck[]): string[] {
  const reasons = [...new Set(planned.map(({ reason }) => reason))]
  return reasons.map((reason) => {
    const own = planned.filter((one) => one.reason === reason)
    const ids = own.map(({ check }) => check.id).join(', ')
    return `${own[0]?.verdict} ${toPrintableLine(ids)}: ${toPrintableLine(reason)}`
  })
}

function summary({ check, reason, verdict }: PlannedCheck, options: SuiteOptions) {
  if (verdict !== 'run') return { id: check.id, verdict, reason, sends: [], changes: [] }
  const { atOnce = 1, exposesKeys = false } = check.needs
  const sends = [
    ...(atOnce === 1 ? [] : [`sends up to ${atOnce} requests at once`]),
    ...(exposesKeys ? ['sends a valid key where none belongs, such as in a query or a cookie, which logs may keep'] : []),
  ]
  return { id: check.id, verdict, reason, sends, changes: plannedChanges(check, options) }
}

export function listCommand({ json }: JsonOption, { print }: Io): number {
  if (json) {
    const all = checks.map(({ claim, run: _run, ...check }) => ({ ...check, claim: claim?.name }))
    print(JSON.stringify(all, null, 2))
    return exitCodes.conformant
  }
  for (const { claim, evidence, force, id, needs, permissions, area, section, statement } of checks) {
    print(`${id}  ${statement}`)
    print(`    ${force}, ${evidence === 'notShown' ? 'not shown' : evidence} in section ${section}; area ${area}`)
    const needed = [...needs.fixtures, ...needs.hooks.map((hook) => `hook ${hook}`)]
    print(`    needs ${needed.length === 0 ? 'nothing' : needed.join(', ')}`)
    print(`    sends requests: ${needs.requests}, of these runs: ${needs.runs}, executions: ${needs.executions}`)
    if (permissions.length > 0) print(`    only with --allow ${permissions.join(',')}`)
    if (claim !== undefined) print(`    a promise of a target that claims ${claim.name}`)
  }
  return exitCodes.conformant
}
