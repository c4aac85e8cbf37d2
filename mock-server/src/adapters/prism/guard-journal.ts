import { createRedactor } from '@wfhost/wire/redaction'
import { utf8Length } from '../../core/journal/journal.ts'
import { redactCredential } from '../../core/journal/show-exchange.ts'
import type { Violation } from './violation.ts'

/** An exchange that passed a validating proxy. Credentials are not in it. */
export interface GuardedExchange {
  /** Counts up from 1; each violation has it, too. */
  readonly number: number
  /** When the request arrived. */
  readonly at: string
  readonly durationMs: number
  /** The operation; undefined for a request that the document does not describe. */
  readonly operation: string | undefined
  readonly request: {
    readonly method: string
    /** With its query. */
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
  /** Undefined if the connection broke before there was one. */
  readonly response:
    | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
    | undefined
  /** Everything that the document does not allow, in full. */
  readonly violations: readonly Violation[]
}

/** The exchanges that a proxy remembers. */
export interface GuardJournal {
  /** The oldest first. */
  exchanges(): readonly GuardedExchange[]
  /** Keeps an exchange without its credentials. */
  record(exchange: GuardedExchange): void
  clear(): void
}

const keptExchanges = 1000
const keptBytes = 5_000_000

/** Creates an empty journal; when it is full, the oldest exchanges are removed first. */
export function createGuardJournal(): GuardJournal {
  const kept: { readonly exchange: GuardedExchange; readonly bytes: number }[] = []
  let sum = 0
  return {
    exchanges: () => kept.map(({ exchange }) => exchange),
    record: (given) => {
      const exchange = redactExchange(given)
      // The size as JSON: violations may be much longer than the exchange.
      const bytes = utf8Length(JSON.stringify(exchange))
      kept.push({ exchange, bytes })
      sum += bytes
      while (kept.length > keptExchanges || sum > keptBytes) sum -= kept.shift()?.bytes ?? 0
    },
    clear: () => {
      kept.length = 0
      sum = 0
    },
  }
}

const credentials = ['authorization', 'cookie', 'proxy-authorization', 'set-cookie', 'x-api-key']

/** The secrets in the headers, which are not known by name here, are removed from the whole exchange. */
function redactExchange(exchange: GuardedExchange): GuardedExchange {
  const { request, response, violations } = exchange
  const secrets = [request, response].flatMap((message) => {
    return credentials.flatMap((name) => secretsIn(name, message?.headers[name] ?? ''))
  })
  const { text } = createRedactor(new Map(secrets.map((secret) => [secret, '[unknown]'])))
  return {
    ...exchange,
    request: { ...request, path: text(request.path), headers: redactHeaders(request.headers, text), body: text(request.body) },
    response: response && { ...response, headers: redactHeaders(response.headers, text), body: text(response.body) },
    violations: violations.map((violation) => ({ ...violation, message: text(violation.message) })),
  }
}

/** What a header has beside its scheme, or the names and attributes of its cookies. */
function secretsIn(name: string, header: string): string[] {
  if (!name.endsWith('cookie')) return [header.replace(/^\w+\s+/, '')]
  const cookies =
    name === 'cookie' ? header.split(';') : header.split(/,(?=[^;,]+=)/).map((cookie) => cookie.split(';', 1)[0] ?? '')
  return cookies.map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim())
}

function redactHeaders(headers: Readonly<Record<string, string>>, text: (text: string) => string): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => {
    return [text(name), credentials.includes(name) ? redactCredential(value, () => value) : text(value)]
  })
  return Object.fromEntries(entries)
}
