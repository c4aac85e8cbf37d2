import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { toPrintable, toPrintableLine } from '@wfhost/wire/printable'
import { ConfigurationError } from '../config/config-schema.ts'
import { findRequirementSet } from '../config/find-requirement-set.ts'
import { loadSuiteOptions } from '../config/load-config.ts'
import { checks, isMeant } from '../engine/checks.ts'
import type { CheckResult } from '../engine/conformance-report.ts'
import { runSuite } from '../engine/run-suite.ts'
import { refuseLeaks } from '../engine/secret-leak.ts'
import type { FinishedRun, SuiteOptions } from '../engine/suite.ts'
import { compareReports, formatComparison, formatComparisonHtml } from '../reports/compare-reports.ts'
import { formatGithubAnnotations } from '../reports/format-github-annotations.ts'
import { formatJson } from '../reports/format-json.ts'
import { formatProgress, formatTerminal } from '../reports/format-terminal.ts'
import { reportFormats } from '../reports/report-formats.ts'
import { failedExchangeOf } from '../reports/report-text.ts'
import { defaultConfig, type Flags, type Io, NotWritten, UsageError } from './flags.ts'
import { writeText } from './report-commands.ts'
import { writePrivateFile } from './write-private-file.ts'

/** Runs the checks on a target and reports, and does the same on another one to compare them. */
export async function runCommand(flags: Flags, io: Io): Promise<number> {
  const { against, json, reportDir } = flags
  if (against === undefined) return (await runTarget(flags, io)).exitCode
  const isolated = json ? { ...io, print: () => {} } : io
  const one = await runTarget(flags, isolated)
  // What flags and variables say of the address is said of the first one.
  const { baseUrl: _url, product: _product, registryUrl: _registry, ...overrides } = flags.overrides
  const { WFHOST_BASE_URL: _1, WFHOST_PRODUCT: _2, WFHOST_REGISTRY_URL: _3, ...environment } = io.environment
  const own = { config: against, overrides, reportDir: reportDir === undefined ? undefined : join(reportDir, 'against') }
  const other = await runTarget({ ...flags, ...own }, { ...isolated, environment })
  const comparison = compareReports(one.report, other.report)
  if (reportDir !== undefined) {
    await writeText('--report-dir', join(reportDir, 'comparison.json'), `${JSON.stringify(comparison, null, 2)}\n`)
    await writeText('--report-dir', join(reportDir, 'comparison.html'), formatComparisonHtml(comparison))
  }
  io.print(json ? JSON.stringify(comparison, null, 2) : `\n${formatComparison(comparison)}`)
  return one.exitCode || other.exitCode
}

async function runTarget(flags: Flags, io: Io): Promise<FinishedRun> {
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
  const notWritten = flags.reportDir === undefined ? undefined : await writeReports(flags.reportDir, suite)
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
    throw new UsageError(`--report-dir: ${error instanceof Error ? error.message : String(error)}`)
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
  for (const { fileName, text } of files) refuseLeaks(report, { secrets, text, what: fileName })
  try {
    for (const { fileName, text } of files) await writePrivateFile(join(folder, fileName), text)
    return undefined
  } catch (error) {
    return new NotWritten(`Cannot write the reports to ${folder}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export async function replayCommand(flags: Flags, io: Io): Promise<number> {
  const [id] = flags.operands
  if (id === undefined) throw new UsageError('replay takes the id of one check')
  if (!checks.some((check) => isMeant(check, id))) throw new UsageError(`replay: there is no check ${id}; list shows all`)
  const options = await loadSuite({ ...flags, only: [id] }, io)
  const suite = await runSuite(checks, { options })
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

/** The configuration that a command uses without `-c`, if the working directory has one. */
function findConfig(): string | undefined {
  return existsSync(defaultConfig) ? defaultConfig : undefined
}

/** The suite as flags, environment and file describe it. */
export async function loadSuite(flags: Flags, io: Io): Promise<SuiteOptions> {
  const requirements = flags.requirements === undefined ? undefined : findRequirementSet(flags.requirements)
  if (flags.only?.length === 0) throw new UsageError('--only names no check; list shows all')
  for (const id of flags.only ?? []) {
    if (!checks.some((check) => isMeant(check, id))) throw new UsageError(`--only: there is no check ${id}; list shows all`)
  }
  const file = flags.config ?? findConfig()
  const options = await loadSuiteOptions({ file, environment: io.environment, flags: flags.overrides }, flags.only)
  for (const [index, { check }] of options.baseline.entries()) {
    if (checks.some((one) => isMeant(one, check))) continue
    throw new ConfigurationError(`${file}: baseline[${index}].check: there is no check ${check}; list shows all`)
  }
  return { ...options, signal: io.signal, requirements }
}
