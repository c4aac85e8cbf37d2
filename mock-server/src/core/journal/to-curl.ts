import * as wire from '@wfhost/wire/curl'
import type { JournalEntry } from './journal-entry.ts'

/**
 * Writes a request of the journal as a command for a POSIX shell. A key is a variable by the name that the journal has for
 * it: set it, and the command runs as it is.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys, toCurl } from '@wfhost/mock-server'
 *
 * const service = createMockService(createSampleWorld())
 * const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
 * await service.fetch(new Request('http://localhost/v1/public/wfhost/manifest', { headers }))
 * const [entry] = service.journal()
 * assert.ok(entry)
 *
 * const url = 'http://localhost/v1/public/wfhost/manifest'
 * const header = `'authorization: Bearer '"$KEY_DEFAULT_OF_ACME"`
 * assert.equal(toCurl(entry, 'http://localhost'), `curl '${url}' -H ${header}`)
 * ```
 */
export function toCurl({ request }: Pick<JournalEntry, 'request'>, baseUrl: string): string {
  const { body, headers, method, path } = request
  const shown = [path, body, ...Object.values(headers)].join('\n')
  const names = shown.match(/\[(?:old key|key|session) [^\]\n]+\]/g) ?? []
  const words = new Map(names.map((name) => [name, `"$${name.slice(1, -1).replace(/\W+/g, '_').toUpperCase()}"`]))
  return wire.toCurl({ method, url: baseUrl.replace(/\/+$/, '') + path, headers, body }, { words })
}
