import type { CheckResult } from './conformance-report.ts'
import type { BaselineEntry } from './suite-options.ts'

/** Whether the last day of a baseline entry is over. */
export function isExpired(expires: string): boolean {
  return new Date().toISOString().slice(0, 10) > expires
}

/** Baseline entries that are expired, or whose check does not fail. */
export function staleEntries(results: readonly CheckResult[], baseline: readonly BaselineEntry[]): string[] {
  return baseline.flatMap(({ check, expires }) => {
    if (isExpired(expires)) return [`${check}: expired on ${expires}`]
    const result = results.find((candidate) => candidate.id === check)
    if (result === undefined) return [`${check}: there is no such check`]
    return result.verdict === 'pass' ? [`${check}: passes, so its entry is to be removed`] : []
  })
}
