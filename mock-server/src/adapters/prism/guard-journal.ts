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
// Shorter secrets would match parts of other words.
const shortestSecret = 6

/** The secrets in the headers, which are not known by name here, are removed from the whole exchange. */
function redactExchange(exchange: GuardedExchange): GuardedExchange {
  const { request, response, violations } = exchange
  const secrets = credentials.flatMap((name) => secretsIn(request.headers[name] ?? ''))
  const redact = (text: string): string => secrets.reduce((shown, secret) => shown.replaceAll(secret, '[unknown]'), text)
  return {
    ...exchange,
    request: {
      method: request.method,
      path: redact(request.path),
      headers: redactHeaders(request.headers),
      body: redact(request.body),
    },
    response: response && { ...response, headers: redactHeaders(response.headers), body: redact(response.body) },
    violations: violations.map((violation) => ({ ...violation, message: redact(violation.message) })),
  }
}

function secretsIn(header: string): string[] {
  return header.split(/[\s;=,]+/).filter((part) => part.length >= shortestSecret && part.toLowerCase() !== 'bearer')
}

function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, credentials.includes(name) ? redactCredential(value, (text) => text) : value]),
  )
}
