import { readFile } from 'node:fs/promises'
import { toPrintable } from '@wfhost/internal/printable'
import type { CheckResult, ConformanceReport } from '../engine/conformance-report.ts'
import { exitCodes } from '../engine/exit-code.ts'
import { describeFileError } from '../file-errors.ts'
import { parseJson } from '../parse-json.ts'
import { compareReports, formatComparison, formatComparisonHtml } from '../reports/compare-reports.ts'
import { formatCoverage, listCoverage } from '../reports/coverage.ts'
import { exportFormats } from '../reports/export-exchanges.ts'
import { type Io, UsageError } from './io.ts'
import { writeOutputFile } from './output-files.ts'

interface ReportOptions {
  readonly json?: true | undefined
  /** The file to write. */
  readonly output?: string | undefined
}

/** Prints the differences between two reports. Returns the exit code 1 if there are any. */
export async function compareCommand(
  [firstFile, secondFile]: readonly [first: string, second: string],
  { json, output }: ReportOptions,
  { print }: Io,
): Promise<number> {
  const comparison = compareReports(await readReport(firstFile), await readReport(secondFile))
  if (output !== undefined) await writeOutputFile(output, formatComparisonHtml(comparison))
  print(json ? JSON.stringify(comparison, null, 2) : formatComparison(comparison))
  const isSame = comparison.differences.length === 0 && comparison.only.flat().length === 0
  return isSame ? exitCodes.conformant : exitCodes.nonConformant
}

/** Prints the coverage of each requirement by a run. */
export async function coverageCommand(file: string, { json }: Pick<ReportOptions, 'json'>, { print }: Io): Promise<number> {
  const report = await readReport(file)
  print(json ? JSON.stringify(listCoverage(report), null, 2) : formatCoverage(report))
  return exitCodes.conformant
}

/** Prints the exchanges of a check in the format of another tool. */
export async function exportCommand(
  [file, id]: readonly [file: string, id: string],
  { format = 'hurl', json, output }: ReportOptions & { readonly format?: keyof typeof exportFormats | undefined },
  { print }: Io,
): Promise<number> {
  const report = await readReport(file)
  const check = findCheckWithExchanges(report, file, id)

  const text = json ? JSON.stringify(check.exchanges, null, 2) : exportFormats[format](report, check)
  const printableText = toPrintable(text).trimEnd()
  if (output === undefined) print(printableText)
  else await writeOutputFile(output, `${printableText}\n`)
  return exitCodes.conformant
}

function findCheckWithExchanges({ checks }: ConformanceReport, file: string, id: string): CheckResult {
  const check = checks.find((candidate) => candidate.id === id)
  if (check === undefined) throw new UsageError(`Cannot export ${id}: ${file} has no such check`)

  if (check.exchanges.length > 0) return check
  throw new UsageError(`Cannot export ${id}: it sent nothing. It is ${check.verdict}: ${check.message}`)
}

async function readReport(file: string): Promise<ConformanceReport> {
  const report = parseJson(await readText(file))
  const { checks, schemaVersion, tool } = Object(report)

  const isReport = schemaVersion === 1 && Array.isArray(checks) && Object(tool).name === 'wfhost-conformance'
  if (isReport) return Object(report)
  throw new UsageError(`Cannot read ${file}: it is not a report.json. ${REPORT_REMEDY}`)
}

const REPORT_REMEDY = 'Name a report that run --output or run --json wrote'

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { reason } = await describeFileError(error, file)
    throw new UsageError(`Cannot read ${file}: ${reason}. ${REPORT_REMEDY}`)
  }
}
