import type { CheckResult } from '../conformance/conformance-report.ts'
import { createPaint } from './colour.ts'
import { toPrintableLine } from './to-printable.ts'
import { verdictLabels } from './verdicts.ts'

const longest = 120

/** One line for a check that has just finished. */
export function formatProgress(
  { baseline, durationMs, id, message, verdict }: CheckResult,
  { colour = false }: { readonly colour?: boolean } = {},
): string {
  const paint = createPaint(colour)
  const line = toPrintableLine(message)
  const detail = line.length > longest ? `${line.slice(0, longest - 1)}…` : line
  const label = verdictLabels[verdict].padEnd(14)
  const parts = [paint(verdict, label), toPrintableLine(id), paint('faint', `${durationMs} ms`)]
  const known = baseline === undefined ? [] : ['(known)']
  return [...parts, ...known, ...(detail === '' ? [] : [detail])].join(' ')
}
