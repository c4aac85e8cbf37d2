import type { PlainResponse } from '../requests/plain-exchange.ts'
import { citedRequirements } from './cited-requirements.ts'
import type { JournalEntry, RecordedExchange } from './journal-entry.ts'
import { type Redact, redactCredential } from './redact.ts'

const credentials = ['authorization', 'cookie']

/** An exchange as the journal shows it. */
export function showExchange(exchange: RecordedExchange, redact: Redact): JournalEntry {
  const { endedAt, faults, method, number, operation, path, response, startedAt } = exchange
  const cited =
    operation === undefined || response === undefined
      ? { requirements: [], assumptions: [] }
      : citedRequirements(operation, response.status)
  const headers = Object.entries(exchange.requestHeaders).map(([name, value]) => {
    return [name, credentials.includes(name) ? redactCredential(value, redact) : redact(value)]
  })
  return {
    number,
    at: new Date(startedAt).toISOString(),
    durationMs: endedAt === undefined ? undefined : endedAt - startedAt,
    operation,
    request: { method, path: redact(path), headers: Object.fromEntries(headers), body: optional(exchange.requestBody, redact) },
    response: response === undefined ? undefined : shownResponse(response, { method, redact }),
    ...cited,
    faults,
  }
}

function shownResponse(
  { body, headers, status }: PlainResponse,
  { method, redact }: { readonly method: string; readonly redact: Redact },
): JournalEntry['response'] {
  // RFC 9110, section 9.3.2: the response to HEAD has no content.
  return { status, headers: meaningful(headers), body: method === 'HEAD' ? undefined : redact(body) }
}

// Others depend on the door.
const shownHeaders = ['allow', 'content-type', 'date', 'retry-after', 'www-authenticate']

function meaningful(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(shownHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
}

function optional(text: string | undefined, redact: Redact): string | undefined {
  return text === undefined ? undefined : redact(text)
}
