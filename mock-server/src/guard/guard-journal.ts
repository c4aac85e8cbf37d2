import type { Redact } from '@wfhost/internal/redacted-text'
import { createRedactor, namesSecret, redactQuery } from '@wfhost/internal/redaction'
import type { GuardedExchange } from '../schema/guarded-exchange.ts'

export interface GuardJournal {
  /** The oldest first. */
  exchanges(): readonly GuardedExchange[]
  /** Returns the function that removes the credentials of an exchange, and earlier ones, from a text. */
  redactionOf(headers: ExchangeHeaders): Redact
  /** Keeps an exchange without its credentials, and returns it. */
  record(exchange: GuardedExchange): GuardedExchange
  clear(): void
}

const keptExchanges = 1000
const keptBytes = 5_000_000

/** Creates an empty journal; when it is full, the oldest exchanges are removed first. */
export function createGuardJournal(): GuardJournal {
  const kept: { readonly exchange: GuardedExchange; readonly bytes: number }[] = []
  let sum = 0
  const credentials = new GuardCredentials()
  return {
    exchanges: () => kept.map(({ exchange }) => exchange),
    redactionOf: (headers) => credentials.redactionOf(headers),
    record: (given) => {
      const exchange = credentials.redactExchange(given)
      const bytes = Buffer.byteLength(JSON.stringify(exchange))
      kept.push({ exchange, bytes })
      sum += bytes
      while (kept.length > keptExchanges || sum > keptBytes) sum -= kept.shift()?.bytes ?? 0
      return exchange
    },
    clear: () => {
      kept.length = 0
      sum = 0
    },
  }
}

const shownHeaders = [
  'accept',
  'allow',
  'content-type',
  'date',
  'location',
  'prefer',
  'retry-after',
  'user-agent',
  'www-authenticate',
]

/** A shorter value of a credential may be a word that others use, such as that of the cookie `theme`. */
const shortestKept = 12
const keptSecrets = 1000

/** The headers of a request and of its response, name by value. */
type ExchangeHeaders = Iterable<readonly [name: string, value: string]>

/**
 * Credentials that a guard has seen in headers. They are removed from their whole exchange. Long ones are also removed from
 * all exchanges that follow: the page of an account shows its key to a client with a session.
 */
export class GuardCredentials {
  readonly #known = new Set<string>()

  /** Returns the function that removes the credentials of an exchange, and earlier ones, from a text. */
  redactionOf(headers: ExchangeHeaders): Redact {
    const own = [...headers].flatMap(([name, value]) => (isCredential(name) ? secretsIn(name, value) : []))

    for (const secret of own) {
      if (secret.length >= shortestKept) this.#known.add(secret)
    }
    for (const oldest of this.#known) {
      if (this.#known.size > keptSecrets) this.#known.delete(oldest)
    }

    return createRedactor(new Map([...this.#known, ...own].map((secret) => [secret, '[unknown]']))).text
  }

  redactExchange(exchange: GuardedExchange): GuardedExchange {
    const { request, response } = exchange
    const headers = [...Object.entries(request.headers), ...Object.entries(response?.headers ?? {})]
    return redactExchange(exchange, this.redactionOf(headers))
  }
}

function redactExchange(exchange: GuardedExchange, text: (text: string) => string): GuardedExchange {
  const { request, response, violations } = exchange
  return {
    ...exchange,
    request: {
      method: request.method,
      path: text(redactQuery(request.path)),
      headers: showHeaders(request.headers, text),
      body: text(request.body),
    },
    response: response && {
      status: response.status,
      headers: showHeaders(response.headers, text),
      body: text(response.body),
    },
    violations: violations.map(({ flowId, ...violation }) => ({
      ...violation,
      ...(flowId === undefined ? {} : { flowId: text(flowId) }),
      message: text(violation.message),
    })),
  }
}

function isCredential(name: string): boolean {
  return namesSecret(name) && name !== 'www-authenticate'
}

function secretsIn(name: string, value: string): string[] {
  if (name === 'set-cookie') return [value.replace(/;.*/s, '').replace(/^[^=]*=/, '')]
  if (name === 'cookie') return value.split(';').map((cookie) => cookie.replace(/^[^=]*=/, '').trim())
  return [value, value.replace(/^\S+\s+/, '')]
}

function showHeaders(headers: Readonly<Record<string, string>>, redact: (text: string) => string): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'authorization') shown[name] = `${/^(?:basic|bearer) /i.exec(value)?.[0] ?? ''}[unknown]`
    else if (isCredential(name)) shown[name] = '[unknown]'
    else if (shownHeaders.includes(name)) shown[name] = redact(value)
  }
  return shown
}
