import { createRedactor, namesSecret, redactQuery } from '@wfhost/wire/redaction'
import type { GuardedExchange } from '../schema/guarded-exchange.ts'

export interface GuardJournal {
  /** The oldest first. */
  exchanges(): readonly GuardedExchange[]
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
  const redact = createExchangeRedaction()
  return {
    exchanges: () => kept.map(({ exchange }) => exchange),
    record: (given) => {
      const exchange = redact(given)
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

/**
 * What the headers carry is not known by name here, and is removed from the whole exchange; what looks like a key or a
 * session, from all that follow, too: the page of an account shows its key to whoever has a session.
 */
export function createExchangeRedaction(): (exchange: GuardedExchange) => GuardedExchange {
  const known = new Set<string>()
  return (exchange) => {
    const { request, response } = exchange
    const headers = [...Object.entries(request.headers), ...Object.entries(response?.headers ?? {})]
    const own = headers.flatMap(([name, value]) => (isCredential(name) ? secretsIn(name, value) : []))
    for (const secret of own) if (secret.length >= shortestKept) known.add(secret)
    for (const oldest of known) if (known.size > keptSecrets) known.delete(oldest)
    const secrets = new Map([...known, ...own].map((secret) => [secret, '[unknown]']))
    return redactExchange(exchange, createRedactor(secrets).text)
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
