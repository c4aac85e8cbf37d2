import type { Redact, RedactedText } from '@wfhost/internal/redacted-text'
import type { CheckRequest, Exchange } from '../../target/exchange.ts'
import type { RecordedExchange } from '../conformance-report.ts'
import type { Secrets } from '../secrets.ts'

interface Recording {
  /** The request without the headers that identify the run. The curl command must not send them again. */
  readonly requestToRepeat: CheckRequest
  readonly durationMs: number
  readonly secrets: Secrets
  /** The path of the fixture that the request is made of. */
  readonly fixture: string | undefined
}

/** Converts an exchange to its record in the report, in which names replace the secrets. */
export function recordExchange(exchange: Exchange, recording: Recording): RecordedExchange {
  const { durationMs, fixture, requestToRepeat, secrets } = recording
  const { redact } = secrets
  const { request } = exchange

  const record: RecordedExchange = {
    method: request.method,
    url: redact(request.url),
    requestHeaders: redactHeaders(Object.entries(request.headers), redact),
    status: exchange.status,
    responseHeaders: redactHeaders([...exchange.headers].map(hideCookieValue), redact),
    responseBody: excerptOf(redact(exchange.text)),
    durationMs,
    curl: secrets.toCurl(requestToRepeat),
    ...(fixture === undefined ? {} : { fixture }),
  }
  if (request.body === undefined) return record

  // Lone surrogates represent bytes that are not valid UTF-8.
  const requestBody = excerptOf(redact(request.body)).replaceAll(/[\ud800-\udfff]/gu, '\ufffd')
  return { ...record, requestBody }
}

const LONGEST_BODY = 4000
const LONGEST_END = 500

/** Shortens a long body to its beginning and its end, with the number of characters that are left out between them. */
export function excerptOf(body: RedactedText): string {
  if (body.length <= LONGEST_BODY) return body

  // Half of a surrogate pair would not be valid JSON for every reader.
  const beginning = body.slice(0, LONGEST_BODY - LONGEST_END).replace(/[\ud800-\udbff]$/, '')
  const end = body.slice(-LONGEST_END).replace(/^[\udc00-\udfff]/, '')
  return `${beginning}… (${body.length - LONGEST_BODY} of ${body.length} characters left out) …${end}`
}

function redactHeaders(headers: readonly (readonly [string, string])[], redact: Redact): Record<string, string> {
  return Object.fromEntries(headers.map(([name, value]) => [redact(name), redact(value)]))
}

/** Returns the values of the cookies that a response sets. */
export function readCookieValues({ headers }: Exchange): string[] {
  return headers.getSetCookie().map((cookie) => /^[^=;]*=?([^;]*)/.exec(cookie)?.[1] ?? '')
}

function hideCookieValue([name, value]: readonly [string, string]): readonly [string, string] {
  return [name, name === 'set-cookie' ? value.replace(/=[^;]*/, '=[hidden]') : value]
}
