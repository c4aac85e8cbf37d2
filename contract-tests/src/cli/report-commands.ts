import { readFile } from 'node:fs/promises'
import { toPrintable } from '@wfhost/internal/printable'
import type { ConformanceReport } from '../engine/conformance-report.ts'
import { exitCodes } from '../engine/exit-code.ts'
import { compareReports, formatComparison, formatComparisonHtml } from '../reports/compare-reports.ts'
import { coverageOf, formatCoverage } from '../reports/coverage.ts'
import { exportFormats } from '../reports/export-exchanges.ts'
import { type Io, NotWritten, UsageError } from './io.ts'
import { writePrivateFile } from './write-private-file.ts'

interface ReportOptions {
  readonly json?: true | undefined
  /** The file to write. */
  readonly output?: string | undefined
}

/** Compares two reports: 1 where they differ. */
export async function compareCommand(
  [one, other]: readonly [one: string, other: string],
  { json, output }: ReportOptions,
  { print }: Io,
): Promise<number> {
  const comparison = compareReports(await readReport(one), await readReport(other))
  if (output !== undefined) await writeText(output, formatComparisonHtml(comparison))
  print(json ? JSON.stringify(comparison, null, 2) : formatComparison(comparison))
  const isSame = comparison.differences.length === 0 && comparison.only.flat().length === 0
  return isSame ? exitCodes.conformant : exitCodes.nonConformant
}

export async function coverageCommand(file: string, { json }: Pick<ReportOptions, 'json'>, { print }: Io): Promise<number> {
  const report = await readReport(file)
  print(json ? JSON.stringify(coverageOf(report), null, 2) : formatCoverage(report))
  return exitCodes.conformant
}

export async function exportCommand(
  [file, id]: readonly [file: string, id: string],
  { format = 'hurl', json, output }: ReportOptions & { readonly format?: keyof typeof exportFormats | undefined },
  { print }: Io,
): Promise<number> {
  const report = await readReport(file)
  const check = report.checks.find((candidate) => candidate.id === id)
  if (check === undefined) throw new UsageError(`Cannot export ${id}: ${file} has no such check`)
  if (check.exchanges.length === 0) {
    throw new UsageError(`Cannot export ${id}: it sent nothing. It is ${check.verdict}: ${check.message}`)
  }
  const text = json ? JSON.stringify(check.exchanges, null, 2) : exportFormats[format](report, check)
  const exported = toPrintable(text).trimEnd()
  if (output === undefined) print(exported)
  else await writeText(output, `${exported}\n`)
  return exitCodes.conformant
}

async function readReport(file: string): Promise<ConformanceReport> {
  const report = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch((error: unknown) => {
      throw new UsageError(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`)
    })
  const { checks, schemaVersion, tool } = Object(report)
  if (schemaVersion === 1 && Array.isArray(checks) && Object(tool).name === 'wfhost-conformance') return report
  throw new UsageError(`Cannot read ${file}: it is not a report.json. run --output and run --json write one`)
}

/** Writes the file that `--output` names. */
export async function writeText(file: string, text: string): Promise<void> {
  await writePrivateFile(file, text).catch((error: unknown) => {
    throw new NotWritten(`Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`)
  })
}
