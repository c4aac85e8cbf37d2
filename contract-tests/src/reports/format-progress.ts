import type { CheckResult } from '../engine/conformance-report.ts'
import { createPaint } from './colour.ts'
import { problemText } from './exchange-text.ts'
import { toPrintableLine } from './to-printable.ts'
import { verdictLabels } from './verdicts.ts'

const longest = 120

/** One line for a check that has just finished: the exchange of a failure is shown at the end, in full. */
export function formatProgress(check: CheckResult, { colour = false }: { readonly colour?: boolean } = {}): string {
  const { baseline, durationMs, id, verdict } = check
  const paint = createPaint(colour)
  const line = toPrintableLine(problemText(check))
  const left = line.length - longest
  const detail = left > 0 ? `${line.slice(0, longest)}… and ${left} characters more, in report.json` : line
  const label = verdictLabels[verdict].padEnd(14)
  const parts = [paint(verdict, label), toPrintableLine(id), paint('faint', `${durationMs} ms`)]
  const known = baseline === undefined ? [] : ['(known)']
  return [...parts, ...known, ...(detail === '' ? [] : [detail])].join(' ')
}
