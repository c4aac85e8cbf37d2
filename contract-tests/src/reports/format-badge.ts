import type { ConformanceReport } from '../engine/conformance-report.ts'

const colours = { CONFORMANT: 'brightgreen', 'NON-CONFORMANT': 'red', INCOMPLETE: 'yellow', PARTIAL: 'yellow' } as const

/** What the endpoint badge of shields.io reads. */
export function formatBadge({ counts, requirements, verdict }: ConformanceReport): string {
  const details = {
    CONFORMANT: `${requirements.tested} of ${requirements.total} tested`,
    'NON-CONFORMANT': `${counts.fail} failed`,
    INCOMPLETE: `${counts.blocked} blocked`,
    PARTIAL: `${requirements.tested} of ${requirements.total} tested`,
  } as const
  const message = `${verdict.toLowerCase()}, ${details[verdict]}`
  return `${JSON.stringify({ schemaVersion: 1, label: 'wfhost', message, color: colours[verdict] }, null, 2)}\n`
}
