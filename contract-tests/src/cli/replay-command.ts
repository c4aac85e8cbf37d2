import { toPrintable, toPrintableLine } from '@wfhost/internal/printable'
import { checks, isNamed } from '../engine/checks.ts'
import { runSuite } from '../engine/run-suite.ts'
import { formatJson } from '../reports/format-json.ts'
import { type Io, UsageError } from './io.ts'
import { loadSuite } from './load-suite.ts'
import type { TargetOptions } from './options.ts'

/** Runs one check again, and shows every exchange. */
export async function replayCommand(
  id: string,
  flags: TargetOptions & { readonly json?: true | undefined },
  io: Io,
): Promise<number> {
  if (!checks.some((check) => isNamed(check, id))) throw new UsageError(`replay: there is no check ${id}; list shows all`)
  const options = await loadSuite({ ...flags, only: [id] }, io)
  const suite = await runSuite(checks, { options })
  if (flags.json) {
    io.print(formatJson(suite.report).trimEnd())
    return suite.exitCode
  }
  for (const { exchanges, message, requirement, statement, verdict } of suite.report.checks) {
    io.print(`${requirement}: ${statement}`)
    for (const { curl, responseBody, responseHeaders, status } of exchanges) {
      const headers = Object.entries(responseHeaders).map(([name, value]) => `  ${name}: ${value}`)
      io.print(toPrintable(['', `$ ${curl}`, `  ${status}`, ...headers, '', `  ${responseBody}`].join('\n')))
    }
    io.print(`\n${verdict}${message === '' ? '' : `: ${toPrintable(message)}`}`)
  }
  for (const change of suite.changes) io.print(`Afterwards: ${toPrintableLine(change)}`)
  return suite.exitCode
}
