import type { JournalEntry } from './journal-entry.ts'
import { shellQuoted } from './shell-quoted.ts'

/**
 * Writes a request of the journal as a curl command, with its key by name.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, toCurl } from '@wfhost/mock-server'
 *
 * const service = createMockService()
 * await service.fetch(new Request('http://localhost/v1/public/wfhost/manifest'))
 * const [entry] = service.journal()
 * assert.ok(entry)
 *
 * assert.equal(toCurl(entry, 'http://localhost'), "curl -X GET 'http://localhost/v1/public/wfhost/manifest'")
 * ```
 */
export function toCurl({ request }: Pick<JournalEntry, 'request'>, baseUrl: string): string {
  const headers = Object.entries(request.headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`)
  const body = request.body === undefined ? [] : [`--data-raw ${shellQuoted(request.body)}`]
  return ['curl', `-X ${request.method}`, shellQuoted(baseUrl.replace(/\/+$/, '') + request.path), ...headers, ...body].join(' ')
}
