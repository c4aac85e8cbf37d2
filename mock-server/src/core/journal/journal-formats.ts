import * as wire from '@wfhost/internal/curl'
import type { JournalEntry } from '../../schema/journal.ts'
import { utf8Length } from '../memory/kept-text.ts'

/**
 * Writes a journal as an HTTP Archive 1.2, which the developer tools of browsers can open. Keys appear by name.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, toHar } from '@wfhost/mock-server'
 *
 * const service = createMockService()
 * await service.fetch(new Request('http://localhost/v1/public/wfhost/manifest'))
 *
 * assert.match(JSON.stringify(toHar(service.journal(), 'http://localhost')), /"status":401/)
 * ```
 */
export function toHar(entries: readonly HarExchange[], baseUrl: string): object {
  return {
    log: {
      version: '1.2',
      creator: { name: '@wfhost/mock-server', version: '1' },
      entries: entries.map((entry) => harEntry(entry, baseUrl.replace(/\/+$/, ''))),
    },
  }
}

/** What an HTTP Archive tells of an exchange. */
export type HarExchange = Pick<JournalEntry, 'at' | 'durationMs' | 'request' | 'response'>

function harEntry({ at, durationMs = 0, request, response }: HarExchange, baseUrl: string): object {
  const url = new URL(baseUrl + request.path)
  return {
    startedDateTime: at,
    time: durationMs,
    request: {
      method: request.method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: Array.from(url.searchParams, ([name, value]) => ({ name, value })),
      postData: postDataOf(request),
      headersSize: -1,
      bodySize: request.body === undefined ? 0 : utf8Length(request.body),
    },
    response: {
      // In an HTTP Archive, 0 means that there was no response.
      status: response?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(response?.headers ?? {}),
      content: {
        size: utf8Length(response?.body ?? ''),
        mimeType: response?.headers['content-type'] ?? '',
        text: response?.body ?? '',
        comment: response?.notKept,
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: utf8Length(response?.body ?? ''),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  }
}

function postDataOf({ body, headers, notKept }: JournalEntry['request']): object | undefined {
  if (body === undefined && notKept === undefined) return undefined
  return { mimeType: headers['content-type'] ?? '', text: body ?? '', comment: notKept }
}

function pairs(headers: Readonly<Record<string, string>>): object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

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
  const { body, headers, method, notKept, path } = request
  const words = new Map(namesIn(request).map((name) => [name, `"$${variableOf(name)}"`]))
  const command = wire.toCurl({ method, url: baseUrl.replace(/\/+$/, '') + path, headers, body }, { words })
  return notKept === undefined ? command : `${command} # The body is missing. ${notKept}`
}

/** The lines that set the variables of such a command. */
export function assignKeys({ request }: Pick<JournalEntry, 'request'>, keys: ReadonlyMap<string, string>): string[] {
  const names = new Set(namesIn(request))
  return Array.from(keys).flatMap(([key, name]) => (names.delete(name) ? [`${variableOf(name)}=${wire.quoteForShell(key)}`] : []))
}

function namesIn({ body, headers, path }: JournalEntry['request']): readonly string[] {
  const shown = [path, body, ...Object.values(headers)].join('\n')
  return shown.match(/\[(?:old key|key|session) [^\]\n]+\]/g) ?? []
}

function variableOf(name: string): string {
  return name.slice(1, -1).replace(/\W+/g, '_').toUpperCase()
}
