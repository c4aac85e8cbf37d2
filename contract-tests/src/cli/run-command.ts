import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { toPrintableLine } from '@wfhost/internal/printable'
import { checks } from '../engine/checks.ts'
import type { CheckResult } from '../engine/conformance-report.ts'
import { runSuite } from '../engine/run-suite.ts'
import { refuseLeaks } from '../engine/secret-leak.ts'
import type { FinishedRun } from '../engine/suite.ts'
import { compareReports, formatComparison, formatComparisonHtml } from '../reports/compare-reports.ts'
import { formatGithubAnnotations } from '../reports/format-github-annotations.ts'
import { formatJson } from '../reports/format-json.ts'
import { formatProgress, formatTerminal } from '../reports/format-terminal.ts'
import { reportFormats } from '../reports/report-formats.ts'
import { failedExchangeOf } from '../reports/report-text.ts'
import { type Io, NotWritten, UsageError } from './io.ts'
import { loadSuite } from './load-suite.ts'
import type { TargetOptions } from './options.ts'
import { writeText } from './report-commands.ts'
import { writePrivateFile } from './write-private-file.ts'

interface RunOptions extends TargetOptions {
  readonly json?: true | undefined
  /** The folder of the reports. */
  readonly output?: string | undefined
  /** The configuration of another server. */
  readonly against?: string | undefined
}

/** Runs the checks on a target and reports, and does the same on another one to compare them. */
export async function runCommand(flags: RunOptions, io: Io): Promise<number> {
  const { against, json, output } = flags
  if (against === undefined) return (await runTarget(flags, io)).exitCode
  const isolated = json ? { ...io, print: () => {} } : io
  const one = await runTarget(flags, isolated)
  const other = await runTarget(otherTarget({ ...flags, against }), { ...isolated, environment: withoutAddress(io.environment) })
  const comparison = compareReports(one.report, other.report)
  if (output !== undefined) {
    await writeText(join(output, 'comparison.json'), `${JSON.stringify(comparison, null, 2)}\n`)
    await writeText(join(output, 'comparison.html'), formatComparisonHtml(comparison))
  }
  io.print(json ? JSON.stringify(comparison, null, 2) : `\n${formatComparison(comparison)}`)
  return one.exitCode || other.exitCode
}

/** The options for the server of `--against`. Options and variables with an address are about the first server. */
function otherTarget(flags: RunOptions & { readonly against: string }): RunOptions {
  const { against, baseUrl: _url, output, product: _product, registryUrl: _registry, ...others } = flags
  return { ...others, config: against, output: output === undefined ? undefined : join(output, 'against') }
}

function withoutAddress(environment: Io['environment']): Io['environment'] {
  const { WFHOST_BASE_URL: _url, WFHOST_PRODUCT: _product, WFHOST_REGISTRY_URL: _registry, ...others } = environment
  return others
}

async function runTarget(flags: RunOptions, io: Io): Promise<FinishedRun> {
  const options = await loadSuite(flags, io)
  // Before anything is sent: a run whose reports nobody gets is a run too many.
  if (flags.output !== undefined) await makeFolder(flags.output)
  const { colour } = io
  const onResult = (result: CheckResult) => {
    // The end of the run lists them, in groups with one reason.
    const isListedLater = result.verdict === 'blocked' || result.verdict === 'not-applicable'
    if (!flags.json && !isListedLater) io.print(formatProgress(result, { colour }))
  }
  const suite = await runSuite(checks, { options, onResult })
  const { changes, report, staleBaseline, unreachable } = suite
  const notWritten = flags.output === undefined ? undefined : await writeReports(flags.output, suite)
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
  for (const change of changes) (flags.json ? io.printError : io.print)(`Afterwards: ${toPrintableLine(change)}`)
  for (const entry of staleBaseline) io.printError(`baseline: ${toPrintableLine(entry)}`)
  if (unreachable && flags.json) io.printError(toPrintableLine(report.hint ?? ''))
  // What was found is told before.
  if (notWritten !== undefined) throw notWritten
  return suite
}

async function makeFolder(folder: string): Promise<void> {
  await makeFolders(resolve(folder)).catch((error: unknown) => {
    throw new UsageError(`--output: ${error instanceof Error ? error.message : String(error)}`)
  })
}

/** One after the other: `recursive` tries for ever where a folder that is there takes none (nodejs/node, below /proc). */
async function makeFolders(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory()) return
  const above = dirname(folder)
  if (above !== folder) await makeFolders(above)
  await mkdir(folder)
}

/** Writes every report, or none when one of them would show a secret. Returns why one could not be written. */
async function writeReports(folder: string, { report, secrets }: FinishedRun): Promise<NotWritten | undefined> {
  const files = Object.values(reportFormats).map(({ fileName, format }) => ({ fileName, text: format(report) }))
  for (const { fileName, text } of files) refuseLeaks(report, { secrets, text, name: fileName })
  try {
    for (const { fileName, text } of files) await writePrivateFile(join(folder, fileName), text)
    return undefined
  } catch (error) {
    return new NotWritten(`Cannot write the reports to ${folder}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
