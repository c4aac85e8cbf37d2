import type { Redact, RedactedText } from '@wfhost/internal/redacted-text'
import type { CheckRequest, Exchange } from '../../target/exchange.ts'
import type { RecordedExchange } from '../conformance-report.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Secrets } from '../secrets.ts'

/** The circumstances of an exchange. */
interface RecordingContext {
  /** The request without the headers that identify the run. The curl command must not send them again. */
  readonly requestWithoutTraceHeaders: CheckRequest
  readonly durationMs: number
  readonly secrets: Secrets
  /** The path of the fixture that the request is made of. */
  readonly fixture: string | undefined
}

/** Converts an exchange to a record for the report. Names replace the secrets. */
export function toRecordedExchange(exchange: Exchange, context: RecordingContext): RecordedExchange {
  const { durationMs, fixture, requestWithoutTraceHeaders, secrets } = context
  const { redact } = secrets
  const { request } = exchange
  const requestBody = request.body === undefined ? undefined : toRecordedBody(request.body, redact)

  const record: RecordedExchange = {
    method: request.method,
    url: redact(request.url),
    requestHeaders: redactHeaders(Object.entries(request.headers), redact),
    status: exchange.status,
    responseHeaders: redactHeaders([...exchange.headers].map(redactCookieHeader), redact),
    responseBody: shortenBody(redact(exchange.text)),
    durationMs,
    curl: secrets.toCurl(requestWithoutTraceHeaders),
  }
  return { ...record, ...omitUndefined({ fixture, requestBody }) }
}

function toRecordedBody(body: string, redact: Secrets['redact']): string {
  // Secrets are replaced before the text is cut, because the search finds only complete secrets.
  const excerpt = shortenBody(redact(body))
  // A check sends bytes that are not valid UTF-8 as lone surrogates, which a JSON file cannot hold.
  return replaceLoneSurrogates(excerpt)
}

/** Replaces lone surrogates, which represent bytes that are not valid UTF-8, so that a body can be written to a file. */
function replaceLoneSurrogates(text: string): string {
  return text.replaceAll(/[\ud800-\udfff]/gu, '\ufffd')
}

const LONGEST_BODY = 4000
const LONGEST_END = 500

/** Shortens a long body to its beginning and its end, with the number of characters that are left out between them. */
export function shortenBody(body: RedactedText): string {
  if (body.length <= LONGEST_BODY) return body

  // Half of a surrogate pair would not be valid JSON for every reader.
  const beginning = body.slice(0, LONGEST_BODY - LONGEST_END).replace(/[\ud800-\udbff]$/, '')
  const end = body.slice(-LONGEST_END).replace(/^[\udc00-\udfff]/, '')
  return `${beginning}… (${body.length - LONGEST_BODY} of ${body.length} characters left out) …${end}`
}

function redactHeaders(headers: readonly (readonly [string, string])[], redact: Redact): Record<string, string> {
  return Object.fromEntries(headers.map(([name, value]) => [redact(name), redact(value)]))
}

/**
 * Returns the values of the cookies that a response sets and that are probably sessions, by their names or their look. Any other
 * value, such as the name of the last workflow, can occur everywhere in a report.
 */
export function readSessions({ headers }: Exchange): string[] {
  const cookies = headers.getSetCookie().map((cookie) => /^(?<name>[^=;]*)=(?<value>[^;]*)/.exec(cookie)?.groups ?? {})
  return cookies.flatMap(({ name = '', value = '' }) => (isSession(name, value) ? [value] : []))
}

function isSession(name: string, value: string): boolean {
  if (value === '') return false
  const hasNameOfSession = /auth|jwt|key|secret|sess|sid|token/i.test(name)
  const looksRandom = /^(?=.*\d)(?=.*[A-Za-z]).{16,}$/.test(value)
  return hasNameOfSession || looksRandom
}

/** Hides the value of a cookie that a response sets, because it may be a session. */
function redactCookieHeader([name, value]: readonly [string, string]): readonly [string, string] {
  return [name, name === 'set-cookie' ? value.replace(/=[^;]*/, '=[hidden]') : value]
}
