import { checks } from '../engine/checks.ts'
import { exitCodeOf } from '../engine/exit-code.ts'
import { runSuite } from '../engine/run-suite.ts'
import { type Flags, UsageError } from './flags.ts'
import type { Io } from './io.ts'
import { loadSuite } from './load-suite.ts'

/** Runs one check again and shows every exchange. */
export async function replayCommand(flags: Flags, io: Io): Promise<number> {
  const [id] = flags.operands
  if (id === undefined) throw new UsageError('replay takes the id of one check')
  if (!checks.some((check) => check.id === id)) throw new UsageError(`replay: there is no check ${id}; list shows all`)
  const options = await loadSuite({ ...flags, only: [id] }, io)
  const suite = await runSuite(checks, { options })
  for (const { exchanges, message, requirement, statement, verdict } of suite.report.checks) {
    io.print(`${requirement}: ${statement}`)
    for (const { curl, responseBody, responseHeaders, status } of exchanges) {
      const headers = Object.entries(responseHeaders).map(([name, value]) => `  ${name}: ${value}`)
      io.print(['', `$ ${curl}`, `  ${status}`, ...headers, '', `  ${responseBody}`].join('\n'))
    }
    io.print(`\n${verdict}${message === '' ? '' : `: ${message}`}`)
  }
  for (const change of suite.changes) io.print(`Afterwards: ${change}`)
  return exitCodeOf(suite)
}
