import { toPrintable, toPrintableLine } from '@wfhost/internal/printable'
import { checks, describeUnknownCheck } from '../engine/checks.ts'
import type { CheckResult, RecordedExchange } from '../engine/conformance-report.ts'
import { runSuite } from '../engine/run-suite.ts'
import { formatJson } from '../reports/format-json.ts'
import { type Io, UsageError } from './io.ts'
import { loadSuite } from './load-suite.ts'
import type { TargetOptions } from './options.ts'
import { waitWithProgress } from './wait-with-progress.ts'

/**
 * Runs one check, and prints every exchange. A user runs the command after a failed check, to look at its requests and responses.
 * The command sends the requests again, and reads nothing of the earlier run.
 *
 * @param name the ID of a check, such as `key-created.kept`, or the beginning that several IDs share, such as `key-created`
 * @returns the exit code of the run
 */
export async function replayCommand(
  name: string,
  flags: TargetOptions & { readonly json?: true | undefined },
  io: Io,
): Promise<number> {
  // The end of the message if no check has a similar name: the command `list` shows all checks.
  const remedy = 'list shows all'
  const problem = describeUnknownCheck([name], remedy)
  if (problem !== undefined) throw new UsageError(`replay: ${problem}`)

  const options = await loadSuite({ ...flags, only: [name] }, io)
  const run = runSuite(checks, { options })
  const { changes: remainingChanges, exitCode, report } = await waitWithProgress(run, `replaying ${name}`, io)

  if (flags.json) {
    io.print(formatJson(report).trimEnd())
    return exitCode
  }

  for (const check of report.checks) printCheck(check, io)
  // The changes on the server that were not undone after the check.
  for (const change of remainingChanges) io.print(`Afterwards: ${toPrintableLine(change)}`)
  return exitCode
}

function printCheck({ exchanges, message, requirement, statement, verdict }: CheckResult, { print }: Io): void {
  print(`${requirement}: ${statement}`)
  for (const exchange of exchanges) print(toPrintable(formatExchange(exchange)))

  const detail = message === '' ? '' : `: ${toPrintable(message)}`
  print(`\n${verdict}${detail}`)
}

function formatExchange({ curl, responseBody, responseHeaders, status }: RecordedExchange): string {
  const headers = Object.entries(responseHeaders).map(([name, value]) => `  ${name}: ${value}`)
  return ['', `$ ${curl}`, `  ${status}`, ...headers, '', `  ${responseBody}`].join('\n')
}
