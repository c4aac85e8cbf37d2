import { checks } from '../conformance/checks.ts'
import { exitCodes } from '../conformance/exit-code.ts'
import { openSuite } from '../conformance/open-suite.ts'
import type { Flags } from './flags.ts'
import type { Io } from './io.ts'
import { loadSuite } from './load-suite.ts'

/** Shows what would run on a target. Sends nothing. */
export async function planCommand(flags: Flags, io: Io): Promise<number> {
  const { planned: plan } = openSuite(checks, await loadSuite(flags, io))
  const running = plan.filter((planned) => planned.verdict === 'run')
  const total = (kind: 'requests' | 'runs' | 'executions') => running.reduce((sum, { check }) => sum + check.needs[kind], 0)
  const totals = { checks: running.length, requests: total('requests'), runs: total('runs'), executions: total('executions') }
  const code = running.length === 0 ? exitCodes.incomplete : exitCodes.conformant
  if (flags.json) {
    io.print(
      JSON.stringify({ totals, checks: plan.map(({ check, reason, verdict }) => ({ id: check.id, verdict, reason })) }, null, 2),
    )
    return code
  }
  for (const { check, reason, verdict } of plan)
    io.print(`${verdict.padEnd(14)} ${check.id}${reason === '' ? '' : `: ${reason}`}`)
  io.print(
    `${totals.checks} of ${plan.length} checks would run: ${totals.requests} requests, of these ${totals.runs} runs and ${totals.executions} executions`,
  )
  return code
}
