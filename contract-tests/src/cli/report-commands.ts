import { readFile } from 'node:fs/promises'
import { toPrintable } from '@wfhost/wire/printable'
import type { ConformanceReport } from '../engine/conformance-report.ts'
import { exitCodes } from '../engine/exit-code.ts'
import { compareReports, formatComparison, formatComparisonHtml } from '../reports/compare-reports.ts'
import { coverageOf, formatCoverage } from '../reports/coverage.ts'
import { exportFormats } from '../reports/export-exchanges.ts'
import { type Flags, type Io, UsageError } from './flags.ts'
import { writePrivateFile } from './write-private-file.ts'

/** Compares two reports: 1 where they differ. */
export async function compareCommand({ html, json, operands }: Flags, { print }: Io): Promise<number> {
  const [one, other] = operands
  if (one === undefined || other === undefined) throw new UsageError('compare takes two files report.json')
  const comparison = compareReports(await readReport(one), await readReport(other))
  if (html !== undefined) await writeText('--html', html, formatComparisonHtml(comparison))
  print(json ? JSON.stringify(comparison, null, 2) : formatComparison(comparison))
  const isSame = comparison.differences.length === 0 && comparison.only.flat().length === 0
  return isSame ? exitCodes.conformant : exitCodes.nonConformant
}

export async function coverageCommand({ json, operands }: Flags, { print }: Io): Promise<number> {
  const [file] = operands
  if (file === undefined) throw new UsageError('coverage takes a file report.json')
  const report = await readReport(file)
  print(json ? JSON.stringify(coverageOf(report), null, 2) : formatCoverage(report))
  return exitCodes.conformant
}

export async function exportCommand({ format = 'hurl', operands }: Flags, { print }: Io): Promise<number> {
  const [file, id] = operands
  if (file === undefined || id === undefined) throw new UsageError('export takes a file report.json and the id of one check')
  if (format !== 'hurl' && format !== 'har') throw new UsageError(`--format takes hurl or har, found ${JSON.stringify(format)}`)
  const report = await readReport(file)
  const check = report.checks.find((candidate) => candidate.id === id)
  if (check === undefined) throw new UsageError(`export: ${file} has no check ${id}`)
  if (check.exchanges.length === 0)
    throw new UsageError(`export: ${id} sent nothing, as it is ${check.verdict}: ${check.message}`)
  print(toPrintable(exportFormats[format](report, check)).trimEnd())
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
  throw new UsageError(`Cannot read ${file}: it is no report.json, which run --report-dir and run --json write`)
}

/** Writes a file that a flag names. */
export async function writeText(flag: string, file: string, text: string): Promise<void> {
  await writePrivateFile(file, text).catch((error: unknown) => {
    throw new UsageError(`${flag}: ${error instanceof Error ? error.message : String(error)}`)
  })
}
