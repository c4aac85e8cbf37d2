import type { MockService } from '../core/create-mock-service.ts'
import { toCurl } from '../core/journal/to-curl.ts'
import { toHar } from '../core/journal/to-har.ts'
import type { PlainRequest, PlainResponse } from '../core/requests/plain-exchange.ts'
import { json, notAllowed } from './answers.ts'

// As an HTTP Archive, or as curl commands.
const journalExports = ['journal.har', 'journal.curl'] as const

type JournalExport = (typeof journalExports)[number]

/** Whether a path segment names an export. */
export function isExport(name: string): name is JournalExport {
  return journalExports.some((known) => known === name)
}

/** Exports the journal of the service at a base URL. Keys appear by name. */
export function exportJournal(
  service: Pick<MockService, 'journal'>,
  { as, baseUrl, request }: { readonly as: JournalExport; readonly baseUrl: string; readonly request: PlainRequest },
): PlainResponse {
  if (request.method !== 'GET') return notAllowed(request, ['GET'])
  if (as === 'journal.har') return json(200, toHar(service.journal(), baseUrl))
  const commands = service.journal().map((entry) => `${toCurl(entry, baseUrl)}\n`)
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: commands.join('') }
}
