import type { ExchangeSummary } from '../src/schema/journal.ts'
import { decodePercent } from './percent.ts'

export type Outcome = 'ok' | 'failed' | 'refused' | 'error' | 'open'

/** Describes how an exchange ended. The status of a failed run is usually a success, and an assumption can change it. */
export function outcomeOf({ failed, response }: Pick<ExchangeSummary, 'failed' | 'response'>): Outcome {
  if (response === undefined) return 'open'
  if (failed) return 'failed'
  if (response.status >= 500) return 'error'
  if (response.status >= 400) return 'refused'
  return 'ok'
}

export function flowIdOf({ request }: { readonly request: Pick<ExchangeSummary['request'], 'path'> }): string | undefined {
  const [, flowId] = /\/flows\/([^/?]+)\//.exec(request.path) ?? []
  return flowId === undefined ? undefined : decodePercent(flowId)
}

/** Splits a path into the parts that every request has, and the part that distinguishes this one. */
export function splitPath(path: string): { readonly before: string; readonly varying: string; readonly after: string } {
  const [, before = '', varying = '', after = ''] =
    /^(.*\/flows\/)([^/?]+)(\/.*)$/s.exec(path) ??
    /^(.*\/orgs\/)([^/?]+)(\/.*)$/s.exec(path) ??
    /^(.*\/)([^/?]*)(.*)$/s.exec(path) ??
    []
  return { before, varying: decodePercent(varying), after }
}

export function titleOf(entry: ExchangeSummary): string {
  const { operation, request, tool = 'a tool' } = entry
  switch (operation) {
    case 'runPublishedWorkflow':
      return `run ${flowIdOf(entry)}`
    case 'getPublicManifest':
      return 'manifest of the key'
    case 'getOrganizationManifest':
      return 'manifest of an organization'
    case 'executeTool':
      return `execute ${tool}`
    case undefined:
      return `${request.method} ${request.path}`
  }
}

/** Formats the time of day in UTC. An instant that no calendar has stays a number. */
export function timeOf(instant: string | number): string {
  return isoOf(instant).slice(11, 19) || String(instant)
}

/** Formats an instant for `<time>`. An instant that no calendar has becomes an empty text. */
export function isoOf(instant: string | number): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

export function durationOf(ms: number | undefined): string {
  if (ms === undefined) return '…'
  if (ms < 1000) return `${Math.round(ms)} ms`
  return ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`
}
