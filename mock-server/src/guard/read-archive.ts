import { findSchemaProblems, formatSchemaProblem, type SchemaProblem } from '@wfhost/internal/schema-problems'
import * as z from 'zod'
import { readJson } from '../core/json.ts'

const headersSchema = z.array(z.object({ name: z.string(), value: z.string() }))

/** Playwright writes `_file` for a body that it stores in a separate file. */
const bodySchema = z.object({
  text: z.string().nullish(),
  encoding: z.string().nullish(),
  size: z.number().nullish(),
  _file: z.string().nullish(),
})

const entrySchema = z.object({
  startedDateTime: z.string().nullish(),
  request: z.object({
    method: z.string(),
    url: z.url(),
    headers: headersSchema,
    bodySize: z.number().nullish(),
    postData: bodySchema.nullish(),
  }),
  response: z.object({
    status: z.int().max(599),
    headers: headersSchema,
    content: bodySchema,
    _error: z.string().nullish(),
  }),
})

const archiveSchema = z.object({ log: z.object({ entries: z.array(z.unknown()) }) })

type Entry = z.output<typeof entrySchema>
type Body = z.output<typeof bodySchema>

export interface RecordedExchange {
  /** The method and the URL, without the query, which may contain secrets. */
  readonly name: string
  readonly request: RecordedRequest
  readonly response: RecordedResponse
  /** Why the exchange cannot be replayed; undefined if it is complete. */
  readonly lacking: string | undefined
}

export interface RecordedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string
}

/** A recorded response. Its status is 0 or -1 if there was no response. */
export interface RecordedResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** An entry of a recording that cannot be used. */
export interface SkippedEntry {
  readonly name: string
  readonly reason: string
}

export interface Archive {
  readonly exchanges: readonly RecordedExchange[]
  /** The entries that are not as an HTTP Archive has them. */
  readonly invalid: readonly SkippedEntry[]
}

/**
 * Reads the exchanges of an HTTP Archive, as this package, browsers and proxies write it.
 *
 * @throws {Error} for any other text.
 */
export function readArchive(text: string): Archive {
  const value = parseArchive(text.replace(/^\ufeff/, ''))
  const [problem] = value === undefined ? [{ path: [], message: 'it is not JSON' }] : findSchemaProblems(archiveSchema, value)
  if (problem !== undefined) throw new Error(describeArchiveProblem(problem))

  // The schema has just checked the type.
  const { entries } = (value as z.output<typeof archiveSchema>).log
  const exchanges: RecordedExchange[] = []
  const invalid: SkippedEntry[] = []
  for (const [index, entry] of entries.entries()) {
    const [entryProblem] = findSchemaProblems(entrySchema, entry)
    if (entryProblem === undefined) exchanges.push(toExchange(entry as Entry))
    else invalid.push({ name: `log.entries[${index}]`, reason: formatSchemaProblem(entryProblem) })
  }
  return { exchanges, invalid }
}

function describeArchiveProblem(problem: SchemaProblem): string {
  const expected = 'expected an HTTP Archive, as record and /__mock/journal.har write it'
  return `Cannot read the recording: ${expected}; ${formatSchemaProblem(problem)}`
}

/** Lists the entries that a replay cannot use. */
export function listSkippedEntries({ exchanges, invalid }: Archive): SkippedEntry[] {
  const skipped = [...invalid]
  for (const { lacking, name } of exchanges) {
    if (lacking !== undefined) skipped.push({ name, reason: lacking })
  }
  return skipped
}

/** Writes one line for each reason, with the number of entries and their names. */
export function describeSkippedEntries(entries: readonly SkippedEntry[]): string[] {
  const namesByReason = new Map<string, string[]>()
  for (const { name, reason } of entries) {
    const names = namesByReason.get(reason) ?? []
    names.push(name)
    namesByReason.set(reason, names)
  }
  return Array.from(namesByReason, ([reason, names]) => `  ${names.length} × ${reason}: ${[...new Set(names)].join(', ')}`)
}

function toExchange(entry: Entry): RecordedExchange {
  const { request, response } = entry
  const url = new URL(request.url)
  return {
    name: `${request.method} ${url.origin}${url.pathname}`,
    request: { method: request.method, url, headers: toHeaders(request.headers), body: readRequestBody(request) ?? '' },
    response: { status: response.status, headers: toHeaders(response.headers), body: readResponseBody(response) ?? '' },
    lacking: findMissingPart(entry),
  }
}

/** Returns why an exchange cannot be replayed, or undefined if it is complete. */
function findMissingPart({ request, response }: Entry): string | undefined {
  const { _error: error, status } = response
  if (status < 200) return error ? `there was no response (${error})` : 'there was no response'
  if (readRequestBody(request) === undefined) return 'the recording lacks the body of the request'

  // The status alone replays a redirect or a refusal.
  const needsBody = status < 300 && status !== 204
  if (needsBody && readResponseBody(response) === undefined) return 'the recording lacks the body of the response'
  return undefined
}

/** Returns the body of a request, or undefined if the recording lacks it. A request without a body has an empty text. */
function readRequestBody({ bodySize, postData }: Entry['request']): string | undefined {
  const text = readText(postData)
  if (text !== undefined) return text
  const hadBody = (bodySize ?? 0) > 0 || Boolean(postData?._file)
  return hadBody ? undefined : ''
}

/** Returns the body of a response, or undefined if the recording lacks it. */
function readResponseBody({ content }: Entry['response']): string | undefined {
  const text = readText(content)
  if (text !== undefined) return text
  const wasEmpty = content.text === '' || content.size === 0
  return wasEmpty ? '' : undefined
}

/** Decodes the text of a body; undefined if it is empty or cannot be decoded. */
function readText(body: Body | null | undefined): string | undefined {
  const text = body?.text || undefined
  if (text === undefined || body?.encoding !== 'base64') return text
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)))
  } catch {
    return undefined
  }
}

// Browsers and proxies record these headers, although they record the body decoded and complete.
const framingHeaders = /^(?:connection|content-encoding|content-length|keep-alive|transfer-encoding)$/i

function toHeaders(recorded: z.output<typeof headersSchema>): Headers {
  const headers = new Headers()
  for (const { name, value } of recorded) {
    if (framingHeaders.test(name)) continue
    // Chromium writes several values of one name as lines.
    for (const line of value.split('\n')) appendValid(headers, name, line.trim())
  }
  return headers
}

/** Appends a header, unless its name or value is invalid, such as the :authority of HTTP/2. */
function appendValid(headers: Headers, name: string, value: string): void {
  try {
    headers.append(name, value)
  } catch {
    // Invalid headers are ignored.
  }
}

/** Parses an archive. A recorder that was killed while it wrote leaves an incomplete last line, which is ignored. */
function parseArchive(text: string): unknown {
  const value = readJson(text)
  if (value !== undefined) return value

  const completeLines = text.slice(0, text.lastIndexOf('\n')).replace(/,$/, '')
  return completeLines === '' ? undefined : readJson(completeLines + archiveEnd)
}

/** The end of a recording. Each exchange before it is one line. */
export const archiveEnd = '\n]}}\n'
