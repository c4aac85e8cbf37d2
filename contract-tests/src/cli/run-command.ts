import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checks } from '../conformance/checks.ts'
import type { CheckResult, ConformanceReport } from '../conformance/conformance-report.ts'
import { exitCodeOf } from '../conformance/exit-code.ts'
import { runSuite } from '../conformance/run-suite.ts'
import { formatGithubAnnotations } from '../reports/format-github-annotations.ts'
import { formatJson } from '../reports/format-json.ts'
import { formatProgress } from '../reports/format-progress.ts'
import { formatTerminal } from '../reports/format-terminal.ts'
import { reportFormats } from '../reports/report-formats.ts'
import type { Flags } from './flags.ts'
import type { Io } from './io.ts'
import { loadSuite } from './load-suite.ts'

/** Runs the checks on a target and reports. */
export async function runCommand(flags: Flags, io: Io): Promise<number> {
  const options = await loadSuite(flags, io)
  const { colour } = io
  const onResult = (result: CheckResult) => {
    if (!flags.json) io.print(formatProgress(result, { colour }))
  }
  const suite = await runSuite(checks, { options, onResult })
  const { report, staleBaseline, unreachable } = suite
  if (flags.reportDir !== undefined) await writeReports(flags.reportDir, report)
  if (io.environment['GITHUB_ACTIONS'] === 'true' && !flags.json) io.print(formatGithubAnnotations(report))
  io.print(flags.json ? formatJson(report).trimEnd() : `\n${formatTerminal(report, { colour }).trimEnd()}`)
  for (const entry of staleBaseline) io.printError(`baseline: ${entry}`)
  if (unreachable) io.printError('The target gave no answer')
  return exitCodeOf(suite)
}

async function writeReports(folder: string, report: ConformanceReport): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { fileName, format } of Object.values(reportFormats)) await writeFile(join(folder, fileName), format(report))
}
