import * as wire from '@wfhost/internal/curl'
import { createHarEntry } from '@wfhost/internal/http-archive'
import { describeFound } from '@wfhost/internal/schema-problems'
import type { JournalEntry } from '../../schema/journal.ts'
import { MockStateError } from '../mock-state-error.ts'

/**
 * Writes a journal as an HTTP Archive 1.2, which the developer tools of browsers can open. Keys appear by name.
 *
 * @throws {MockStateError} if an argument is missing or has another form.
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
  const action = 'write an HTTP Archive'
  checkEntries(entries, action)
  checkBaseUrl(baseUrl, action)

  const url = removeEndSlashes(baseUrl)
  return {
    log: {
      ...harHead,
      entries: entries.map((entry) => toHarEntry(entry, url)),
    },
  }
}

/** The members of an HTTP Archive before its entries. */
export const harHead = { version: '1.2', creator: { name: '@wfhost/mock-server', version: '1' } } as const

/** The parts of an exchange that an HTTP Archive contains. */
export type HarExchange = Pick<JournalEntry, 'at' | 'durationMs' | 'request' | 'response'>

/** Writes one exchange as an entry of an HTTP Archive. The base URL has no slash at its end. */
export function toHarEntry({ at, durationMs = 0, request, response }: HarExchange, baseUrl: string): object {
  const { href } = new URL(baseUrl + request.path)
  return createHarEntry({
    startedAt: at,
    durationMs,
    request: { method: request.method, url: href, headers: request.headers, body: request.body, comment: request.notKept },
    response: response && { ...response, comment: response.notKept },
    hasCompleteBodies: true,
  })
}

function removeEndSlashes(url: string): string {
  return url.replace(/\/+$/, '')
}

/**
 * Writes a request of the journal as a command for a POSIX shell. Each key is a shell variable with the name of the key in
 * the journal. Set the variables before you run the command.
 *
 * @throws {MockStateError} if an argument is missing or has another form.
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
export function toCurl(entry: Pick<JournalEntry, 'request'>, baseUrl: string): string {
  const action = 'write a request as a curl command'
  checkEntry(entry, action)
  checkBaseUrl(baseUrl, action)

  const { request } = entry
  const { body, headers, method, notKept, path } = request
  const variables = new Map(listKeyNames(request).map((name) => [name, `"$${toVariable(name)}"`]))
  const url = removeEndSlashes(baseUrl) + path
  const command = wire.toCurl({ method, url, headers, body }, { words: variables })
  return notKept === undefined ? command : `${command} # The body is missing. ${notKept}`
}

function checkEntries(entries: unknown, action: string): void {
  if (!Array.isArray(entries)) {
    const remedy = entries instanceof Promise ? 'await it' : 'pass those that journal() returns'
    throw new MockStateError(`Cannot ${action}: expected entries of a journal, found ${describeFound(entries)}; ${remedy}`)
  }
  for (const entry of entries) checkEntry(entry, action)
}

function checkEntry(entry: unknown, action: string): void {
  const { headers, path } = Object(Object(entry).request)
  if (typeof path === 'string' && typeof headers === 'object' && headers !== null) return
  const remedy = entry instanceof Promise ? 'await it' : 'pass one that journal() returns'
  throw new MockStateError(`Cannot ${action}: expected an entry of a journal, found ${describeFound(entry)}; ${remedy}`)
}

/** The message does not show the URL that was found, because it can contain a password. */
function checkBaseUrl(baseUrl: unknown, action: string): void {
  if (typeof baseUrl === 'string' && URL.canParse(baseUrl) && /^https?:/i.test(baseUrl)) return
  const found = typeof baseUrl === 'string' ? 'another text' : describeFound(baseUrl)
  const remedy = 'pass it as the second argument, as in http://127.0.0.1:4010'
  throw new MockStateError(`Cannot ${action}: expected the base URL of the service, found ${found}; ${remedy}`)
}

/** Writes the shell lines that set the variables of such a command. */
export function assignKeys({ request }: Pick<JournalEntry, 'request'>, keys: ReadonlyMap<string, string>): string[] {
  const missing = new Set(listKeyNames(request))
  const lines: string[] = []
  for (const [key, name] of keys) {
    // Two keys can have one name, such as an old key of a workflow. The first one is assigned.
    if (missing.delete(name)) lines.push(`${toVariable(name)}=${wire.quoteForShell(key)}`)
  }
  return lines
}

/** Lists the names that replace keys in a request, such as `[key of workflow echo]`. */
function listKeyNames({ body, headers, path }: JournalEntry['request']): readonly string[] {
  const text = [path, body, ...Object.values(headers)].join('\n')
  return text.match(/\[(?:old key|key|session) [^\]\n]+\]/g) ?? []
}

function toVariable(name: string): string {
  return name.slice(1, -1).replace(/\W+/g, '_').toUpperCase()
}
