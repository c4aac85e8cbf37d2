import type { Redact } from '@wfhost/internal/redacted-text'
import { createRedactor, namesSecret, redactQuery } from '@wfhost/internal/redaction'
import type { GuardedExchange, Violation } from '../schema/guarded-exchange.ts'

export interface GuardJournal {
  /** The oldest first. */
  readonly exchanges: () => readonly GuardedExchange[]
  /** Returns the function that removes the credentials of an exchange, and earlier ones, from a text. */
  readonly createRedact: (headers: ExchangeHeaders) => Redact
  /** Keeps an exchange without its credentials, and returns it. */
  readonly record: (exchange: GuardedExchange) => GuardedExchange
  readonly clear: () => void
}

/** How much a journal keeps. */
const journalLimits = { maxExchanges: 1000, maxBytes: 5_000_000 } as const

/**
 * Creates an empty journal of a guard, a proxy that compares the exchanges of a server with the API document. The journal keeps
 * the exchanges without their credentials. When it is full, the oldest exchanges are removed first.
 */
export function createGuardJournal(): GuardJournal {
  const entries: { readonly exchange: GuardedExchange; readonly bytes: number }[] = []
  const credentials = new GuardCredentials()
  let totalBytes = 0

  /**
   * Removes the oldest exchanges until the journal is within its limits. Even the newest exchange is removed if it exceeds them
   * alone.
   */
  function evictOldest(): void {
    while (entries.length > journalLimits.maxExchanges || totalBytes > journalLimits.maxBytes) {
      const oldest = entries.shift()
      if (oldest === undefined) return
      totalBytes -= oldest.bytes
    }
  }

  return {
    exchanges: () => entries.map(({ exchange }) => exchange),
    createRedact: (headers) => credentials.createRedact(headers),

    record: (exchange) => {
      const redactedExchange = credentials.redactExchange(exchange)
      const bytes = Buffer.byteLength(JSON.stringify(redactedExchange))
      entries.push({ exchange: redactedExchange, bytes })
      totalBytes += bytes

      evictOldest()
      return redactedExchange
    },

    clear: () => {
      entries.length = 0
      totalBytes = 0
    },
  }
}

const recordedHeaders = [
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

// A shorter value can be a common word, such as the value of the cookie `theme`.
const minSecretLength = 12
const maxSecrets = 1000

/** The headers of a request and of its response, name by value. */
type ExchangeHeaders = Iterable<readonly [name: string, value: string]>

/**
 * The credentials that a guard has seen in headers. They are removed from their whole exchange. Long credentials are also
 * removed from later exchanges, such as the page of an account that shows a key to a client with a session.
 */
export class GuardCredentials {
  readonly #earlierSecrets = new Set<string>()

  /** Returns the function that removes the credentials of an exchange, and earlier ones, from a text. */
  createRedact(headers: ExchangeHeaders): Redact {
    const credentials = [...headers].filter(([name]) => isCredential(name))
    const secrets = credentials.flatMap(([name, value]) => readSecrets(name, value))

    for (const secret of secrets) {
      if (secret.length >= minSecretLength) this.#earlierSecrets.add(secret)
    }
    for (const oldest of this.#earlierSecrets) {
      if (this.#earlierSecrets.size > maxSecrets) this.#earlierSecrets.delete(oldest)
    }

    return createRedactor(new Map([...this.#earlierSecrets, ...secrets].map((secret) => [secret, '[unknown]']))).text
  }

  redactExchange(exchange: GuardedExchange): GuardedExchange {
    const { request, response } = exchange
    const headers = [...Object.entries(request.headers), ...Object.entries(response?.headers ?? {})]
    return redactExchange(exchange, this.createRedact(headers))
  }
}

/** Replaces the credentials in an exchange, so that it can be shown and stored. */
function redactExchange(exchange: GuardedExchange, redact: (text: string) => string): GuardedExchange {
  const { request, response, violations } = exchange
  return {
    ...exchange,
    request: {
      method: request.method,
      // `redact` replaces the credentials that the guard has seen in headers. `redactQuery` hides parameters such as `api_key`.
      path: redact(redactQuery(request.path)),
      headers: redactHeaders(request.headers, redact),
      body: redact(request.body),
    },
    response: response && {
      status: response.status,
      headers: redactHeaders(response.headers, redact),
      body: redact(response.body),
    },
    violations: violations.map((violation) => redactViolation(violation, redact)),
  }
}

function redactViolation(violation: Violation, redact: (text: string) => string): Violation {
  const redacted: { -readonly [Name in keyof Violation]: Violation[Name] } = { ...violation, message: redact(violation.message) }
  if (violation.flowId !== undefined) redacted.flowId = redact(violation.flowId)
  return redacted
}

function isCredential(name: string): boolean {
  return namesSecret(name) && name !== 'www-authenticate'
}

/** Returns the secrets in a header, without the names of cookies and of schemes. */
function readSecrets(name: string, value: string): string[] {
  if (name === 'set-cookie') return [value.replace(/;.*/s, '').replace(/^[^=]*=/, '')]
  if (name === 'cookie') return value.split(';').map((cookie) => cookie.replace(/^[^=]*=/, '').trim())
  return [value, value.replace(/^\S+\s+/, '')]
}

function redactHeaders(headers: Readonly<Record<string, string>>, redact: (text: string) => string): Record<string, string> {
  const redacted: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'authorization') {
      const [scheme = ''] = /^(?:basic|bearer) /i.exec(value) ?? []
      redacted[name] = `${scheme}[unknown]`
    } else if (isCredential(name)) {
      redacted[name] = '[unknown]'
    } else if (recordedHeaders.includes(name)) {
      redacted[name] = redact(value)
    }
  }
  return redacted
}
