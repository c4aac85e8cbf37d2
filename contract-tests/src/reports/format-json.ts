import { toPrintableJson } from '@wfhost/internal/printable'
import type { ConformanceReport } from '../engine/conformance-report.ts'

// The order in which a reader needs the members. All others, such as headers, follow in alphabetical order.
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

/** Formats a report as `report.json`. The order of its members is fixed, so that equal reports are equal texts. */
export function formatJson(report: ConformanceReport): string {
  return `${toPrintableJson(JSON.stringify(report, (_key, value: unknown) => orderKeys(value), 2))}\n`
}

function orderKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const rank = (key: string) => ranks.get(key) ?? keyOrder.length
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)))
}
