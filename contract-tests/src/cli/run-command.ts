import { join } from 'node:path'
import { toPrintableLine } from '@wfhost/internal/printable'
import { checks, type RunnableCheck } from '../engine/checks.ts'
import type { Area, CheckResult } from '../engine/conformance-report.ts'
import { exitCodes } from '../engine/exit-code.ts'
import { findFailedExchange } from '../engine/failed-exchange.ts'
import type { PlannedCheck } from '../engine/plan.ts'
import { runSuite } from '../engine/run-suite.ts'
import { refuseLeaks } from '../engine/secret-leak.ts'
import type { FinishedRun, SuiteOptions } from '../engine/suite.ts'
import { compareReports, formatComparison, formatComparisonHtml } from '../reports/compare-reports.ts'
import { formatGithubAnnotations } from '../reports/format-github-annotations.ts'
import { formatJson } from '../reports/format-json.ts'
import { formatProgress, formatTerminal } from '../reports/format-terminal.ts'
import { reportFormats } from '../reports/report-formats.ts'
import { type CommandContext, type Io, NotWritten } from './io.ts'
import { loadSuite } from './load-suite.ts'
import type { TargetOptions } from './options.ts'
import { prepareFolder, writeToFolder } from './output-files.ts'

interface RunOptions extends TargetOptions {
  readonly json?: true | undefined
  /** The folder of the reports. */
  readonly output?: string | undefined
  /** The configuration of another server. */
  readonly against?: string | undefined
}

/** Runs the checks on a target and reports the results. With `--against`, it does the same on another target and compares. */
export async function runCommand(flags: RunOptions, context: CommandContext): Promise<number> {
  const { against } = flags
  if (against !== undefined) return runAndCompare({ ...flags, against }, context)

  const options = await loadSuite(flags, context)
  return runAndReport(checks, options, { flags, context })
}

type AgainstOptions = RunOptions & { readonly against: string }

/**
 * Runs all checks on two servers, one after the other, and reports the differences. The options of the command describe the first
 * server, and the configuration of `--against` describes the second one.
 *
 * @returns 0 if both servers conform. Otherwise, the exit code for the server that does not conform, or for the first one if
 *   neither conforms
 */
async function runAndCompare(flags: AgainstOptions, { exit, ...io }: CommandContext): Promise<number> {
  const { json, output } = flags
  // With --json, only the comparison is printed, because the output must be one JSON document.
  const runIo = json ? { ...io, print: () => {} } : io
  const [firstRun, secondRun] = await runOnBothServers(flags, runIo)

  const comparison = compareReports(firstRun.suite.report, secondRun.suite.report)
  if (output !== undefined) await writeComparison(comparison, output)

  const decisiveRun = firstRun.exitCode === exitCodes.conformant ? secondRun : firstRun
  // If a signal has ended the command, its exit code replaces the code of the run.
  const exitCode = exit.decide(decisiveRun.exitCode)
  printComparison(comparison, exitCode, { json, io })
  return exitCode
}

/** Runs all checks on the first server, and then on the server of `--against`. Prints and writes the report of each. */
async function runOnBothServers(flags: AgainstOptions, io: Io): Promise<[first: WrittenRun, second: WrittenRun]> {
  const first = { flags, io }
  // The environment may have the address of the first server, such as WFHOST_BASE_URL.
  const second = { flags: toSecondFlags(flags), io: { ...io, environment: removeAddresses(io.environment) } }

  // A mistake in either configuration ends the command before it sends a request.
  const firstOptions = await loadSuite(first.flags, first.io)
  const secondOptions = await loadSuite(second.flags, second.io)
  if (flags.output !== undefined) await prepareComparisonFolders(flags.output)

  const firstRun = await runAndPrint(firstOptions, first)
  const secondRun = await runAndPrint(secondOptions, second)
  return [firstRun, secondRun]
}

/** Creates the folder of the comparison, and the folder in it with the reports of the second server. */
async function prepareComparisonFolders(output: string): Promise<void> {
  await prepareFolder(output, Object.values(comparisonFiles))
  await prepareFolder(findSecondFolder(output), reportFiles)
}

function findSecondFolder(output: string): string {
  return join(output, 'against')
}

async function runAndPrint(options: SuiteOptions, output: RunOutput): Promise<WrittenRun> {
  const run = await runAndWrite(checks, options, output)
  printRun(run, options, output)
  return run
}

type Comparison = ReturnType<typeof compareReports>

async function writeComparison(comparison: Comparison, output: string): Promise<void> {
  await writeToFolder(output, comparisonFiles.json, `${JSON.stringify(comparison, null, 2)}\n`)
  await writeToFolder(output, comparisonFiles.html, formatComparisonHtml(comparison))
}

interface ComparisonOutput {
  readonly json: boolean | undefined
  readonly io: Io
}

function printComparison(comparison: Comparison, exitCode: number, { io, json }: ComparisonOutput): void {
  if (json) {
    io.print(JSON.stringify(comparison, null, 2))
    return
  }

  io.print(`\n${formatComparison(comparison)}`)
  if (exitCode !== exitCodes.conformant) io.print(`exit code ${exitCode}`)
}

const comparisonFiles = { json: 'comparison.json', html: 'comparison.html' } as const
const reportFiles = Object.values(reportFormats).map(({ fileName }) => fileName)

/** Returns the options for the server of `--against`. Options with an address belong to the first server. */
function toSecondFlags({ against, output, ...flags }: AgainstOptions): RunOptions {
  return {
    ...flags,
    baseUrl: undefined,
    registryUrl: undefined,
    product: undefined,
    config: against,
    output: output === undefined ? undefined : findSecondFolder(output),
  }
}

/** Removes the variables with an address. */
function removeAddresses(environment: Io['environment']): Io['environment'] {
  return { ...environment, WFHOST_BASE_URL: undefined, WFHOST_REGISTRY_URL: undefined, WFHOST_PRODUCT: undefined }
}

interface ReportOptions {
  readonly flags: Pick<RunOptions, 'json' | 'output'>
  readonly context: CommandContext
}

/** Runs checks on a target, and prints and writes the reports. Returns the exit code of the process. */
export async function runAndReport(
  selectedChecks: readonly RunnableCheck[],
  options: SuiteOptions,
  { context, flags }: ReportOptions,
): Promise<number> {
  const run = await runAndWrite(selectedChecks, options, { flags, io: context })
  const exitCode = context.exit.decide(run.exitCode)

  printRun(run, options, { flags, io: context, exitCode })
  return exitCode
}

interface RunOutput {
  readonly flags: Pick<RunOptions, 'json' | 'output'>
  readonly io: Io
}

/** A finished run, and whether its reports were written. */
interface WrittenRun {
  readonly suite: FinishedRun
  readonly exitCode: number
  /** Undefined if the reports were written, or should not be. */
  readonly writeError: NotWritten | undefined
}

/** Runs checks on a target, shows the progress, and writes the reports. */
async function runAndWrite(
  selectedChecks: readonly RunnableCheck[],
  options: SuiteOptions,
  { flags, io }: RunOutput,
): Promise<WrittenRun> {
  // The folder is created first, since a run without reports would be in vain.
  if (flags.output !== undefined) await prepareFolder(flags.output, reportFiles)

  const suite = await runSuite(selectedChecks, { options, onResult: createProgress({ flags, io }) })
  const writeError = flags.output === undefined ? undefined : await writeReports(flags.output, suite)

  const exitCode = writeError === undefined ? suite.exitCode : exitCodes.unwritten
  return { suite, exitCode, writeError }
}

interface PrintOptions extends RunOutput {
  /** The exit code of the process. @default the report names none, because another run follows */
  readonly exitCode?: number
}

/**
 * Prints the results of a run, even if they could not be written.
 *
 * @throws {NotWritten} after that, if a report could not be written
 */
function printRun({ suite, writeError }: WrittenRun, options: SuiteOptions, { exitCode, flags, io }: PrintOptions): void {
  printReport({ report: suite.report, exitCode }, flags, io)
  if (!flags.json) printUnsetVariables(suite, options, io)
  printWarnings(suite, flags, io)

  if (writeError !== undefined) throw writeError
}

/**
 * Creates a function that shows the progress of a run: a counter on a terminal, and a line for each check that needs action.
 * Blocked checks are only listed at the end, because many of them have one reason.
 */
function createProgress({
  flags,
  io,
}: Pick<RunOutput, 'flags' | 'io'>): (result: CheckResult, plannedChecks: readonly PlannedCheck[]) => void {
  const finished: CheckResult[] = []

  return (result, plannedChecks) => {
    const { area, verdict } = result
    finished.push(result)
    if (flags.json) return

    const needsAction = verdict === 'fail' || verdict === 'error' || verdict === 'warn'
    if (needsAction) io.print(formatProgress(result, { ascii: io.ascii, colour: io.colour }))

    const failed = finished.filter((each) => each.verdict === 'fail').length
    const allChecks = plannedChecks.map(({ check }) => check)
    const ofArea = `${area} ${countArea(finished, area)}/${countArea(allChecks, area)}`
    io.showProgress?.(`${ofArea}  ${finished.length} of ${plannedChecks.length} checks finished, ${failed} failed`)
  }
}

function countArea(checks: readonly { readonly area: Area }[], area: Area): number {
  return checks.filter((check) => check.area === area).length
}

interface PrintedReport {
  readonly report: FinishedRun['report']
  /** The exit code of the process. Undefined if the report does not decide it. */
  readonly exitCode: number | undefined
}

function printReport({ exitCode, report }: PrintedReport, { json, output }: RunOutput['flags'], io: Io): void {
  const { ascii, colour, columns, environment, print } = io
  if (json) {
    print(formatJson(report).trimEnd())
    return
  }

  if (environment['GITHUB_ACTIONS'] === 'true') print(formatGithubAnnotations(report))
  const page = output === undefined ? undefined : join(output, reportFormats.html.fileName)
  print(`\n${formatTerminal(report, { ascii, colour, columns, page, exitCode }).trimEnd()}`)
}

/** Prints the variables that the curl commands use and that the environment does not have. */
function printUnsetVariables({ report }: FinishedRun, { secrets }: SuiteOptions, { environment, print }: Io): void {
  const commands = report.checks.map((check) => findFailedExchange(check)?.curl).join()
  const unset = Object.keys(secrets).filter((name) => !environment[name] && commands.includes(`$${name}`))
  if (unset.length === 0) return

  const pronoun = unset.length > 1 ? 'them' : 'it'
  print(`The curl commands take ${unset.join(', ')} from the environment: set ${pronoun} to what the configuration holds`)
}

/** Prints what remains to be done after the run. With `--json`, it goes to the error output, beside the JSON document. */
function printWarnings(suite: FinishedRun, { json }: RunOutput['flags'], { print, printError }: Io): void {
  const { changes, report, staleBaseline, unreachable } = suite
  const printChange = json ? printError : print

  for (const change of changes) printChange(`Afterwards: ${toPrintableLine(change)}`)
  for (const entry of staleBaseline) printError(`baseline: ${toPrintableLine(entry)}`)
  if (unreachable && json) printError(toPrintableLine(report.hint ?? ''))
}

/**
 * Writes every report, or none if one of them would show a secret. Returns the error if a report could not be written.
 *
 * @throws {SecretLeak}
 */
async function writeReports(folder: string, { report, secrets }: FinishedRun): Promise<NotWritten | undefined> {
  const files = Object.values(reportFormats).map(({ fileName, format }) => ({ fileName, text: format(report) }))
  for (const { fileName, text } of files) refuseLeaks(report, { secrets, text, name: fileName })

  try {
    for (const { fileName, text } of files) await writeToFolder(folder, fileName, text)
    return undefined
  } catch (error) {
    if (error instanceof NotWritten) return error
    throw error
  }
}
