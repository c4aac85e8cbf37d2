import { toPrintableJson } from '@wfhost/internal/printable'
import type { ConformanceReport } from '../engine/conformance-report.ts'

// In the order of reading. Every other key, such as that of a header, follows in the order of the alphabet.
const keyOrder = [
  ...['schemaVersion', 'tool', 'name', 'version', 'requirementSet', 'target', 'baseUrl', 'registryUrl', 'product'],
  ...['run', 'startedAt', 'id', 'requirement', 'section', 'statement', 'evidence', 'force', 'area', 'claimed', 'claimedBy'],
  ...['verdict', 'message', 'advice', 'hint', 'baseline', 'reason', 'owner', 'expires', 'failedExchange', 'method', 'url'],
  ...[
    'requestHeaders',
    'requestBody',
    'status',
    'responseHeaders',
    'responseBody',
    'durationMs',
    'areas',
    'counts',
    'requirements',
  ],
  ...['total', 'tested', 'untested', 'notTestable', 'why', 'notShown', 'spent', 'waited', 'curl', 'exchanges', 'checks'],
]
const ranks: ReadonlyMap<string, number> = new Map(keyOrder.map((key, rank) => [key, rank]))

/** The report itself, as `report.json`. The same report is the same text, however it was put together. */
export function formatJson(report: ConformanceReport): string {
  return `${toPrintableJson(JSON.stringify(report, (_key, value: unknown) => orderKeys(value), 2))}\n`
}

function orderKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const rank = (key: string) => ranks.get(key) ?? keyOrder.length
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)))
}
