import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checks } from '../engine/checks.ts'
import type { CheckResult } from '../engine/conformance-report.ts'
import { exitCodeOf } from '../engine/exit-code.ts'
import { runSuite } from '../engine/run-suite.ts'
import { refuseLeaks } from '../engine/secret-leak.ts'
import type { SuiteRun } from '../engine/suite.ts'
import { failedExchangeOf } from '../reports/exchange-text.ts'
import { formatGithubAnnotations } from '../reports/format-github-annotations.ts'
import { formatJson } from '../reports/format-json.ts'
import { formatProgress } from '../reports/format-progress.ts'
import { formatTerminal } from '../reports/format-terminal.ts'
import { reportFormats } from '../reports/report-formats.ts'
import { type Flags, UsageError } from './flags.ts'
import type { Io } from './io.ts'
import { loadSuite } from './load-suite.ts'

/** Runs the checks on a target and reports. */
export async function runCommand(flags: Flags, io: Io): Promise<number> {
  const options = await loadSuite(flags, io)
  // Before anything is sent: a run whose reports nobody gets is a run too many.
  if (flags.reportDir !== undefined) await makeFolder(flags.reportDir)
  const { colour } = io
  const told = new Set<string>()
  const onResult = (result: CheckResult) => {
    // The end of the run lists all that one reason blocks.
    if (!flags.json && !told.has(result.message)) io.print(formatProgress(result, { colour }))
    if (result.verdict === 'blocked') told.add(result.message)
  }
  const suite = await runSuite(checks, { options, onResult })
  const { changes, report, staleBaseline, unreachable } = suite
  if (flags.reportDir !== undefined) await writeReports(flags.reportDir, suite)
  if (io.environment['GITHUB_ACTIONS'] === 'true' && !flags.json) io.print(formatGithubAnnotations(report))
  io.print(flags.json ? formatJson(report).trimEnd() : `\n${formatTerminal(report, { colour }).trimEnd()}`)
  const text = report.checks.map((check) => failedExchangeOf(check)?.curl).join()
  const unset = Object.keys(options.secrets).filter((name) => !io.environment[name] && text.includes(`$${name}`))
  if (unset.length > 0 && !flags.json) {
    io.print(
      `The curl commands take ${unset.join(', ')} from the environment: set ${unset.length > 1 ? 'them' : 'it'} to what the configuration holds`,
    )
  }
  // Not among the JSON, and not lost beside it.
  for (const change of changes) (flags.json ? io.printError : io.print)(`Afterwards: ${change}`)
  for (const entry of staleBaseline) io.printError(`baseline: ${entry}`)
  if (unreachable && flags.json) io.printError(report.hint ?? '')
  return exitCodeOf(suite)
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new UsageError(`--report-dir: ${error instanceof Error ? error.message : String(error)}`)
  })
}

/** Writes every report, or none when one of them would show a secret. */
async function writeReports(folder: string, { report, secrets }: SuiteRun): Promise<void> {
  const files = Object.values(reportFormats).map(({ fileName, format }) => ({ fileName, text: format(report) }))
  for (const { fileName, text } of files) refuseLeaks(report, { secrets, text, what: fileName })
  for (const { fileName, text } of files) await writeFile(join(folder, fileName), text)
}
