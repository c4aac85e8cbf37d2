import { type Redact, type RedactedText, withoutSecrets } from '@wfhost/internal/redacted-text'
import { createRedactor, namesSecret, type Redactor, unnamedSecrets } from '@wfhost/internal/redaction'

/** How many keys a client remembers. A service can name a key that was replaced since. */
const REMEMBERED_KEYS = 100

/** The keys that a client sent lately. All clients that were made of it with `withOptions` share them. */
export class RecentKeys {
  #keys: readonly string[] = []
  /** Hides the keys of the list. */
  #redactor: Redactor | undefined

  add(keys: readonly string[]): void {
    const unknown = keys.filter((key) => !this.#keys.includes(key))
    if (unknown.length === 0) return

    this.#keys = [...this.#keys, ...unknown].slice(-REMEMBERED_KEYS)
    this.#redactor = undefined
  }

  /**
   * Returns a redactor for the keys of the list and for other secrets. Most calls have no others. They share a redactor,
   * because each redactor prepares its patterns at its first search.
   */
  redactorWith(secrets: ReadonlySet<string>): Redactor {
    const all = new Set([...this.#keys, ...secrets])
    if (all.size > this.#keys.length) return createRedactor(unnamedSecrets([...all]))

    this.#redactor ??= createRedactor(unnamedSecrets(this.#keys))
    return this.#redactor
  }

  list(): readonly string[] {
    return this.#keys
  }
}

/** The secrets that the text of one call must not show: those of the options, and keys that were sent. */
export class CallSecrets {
  readonly #own: Set<string>
  readonly #recent: RecentKeys
  #redactor: Redactor | undefined
  /** The list that the redactor was made for. */
  #redacted: readonly string[] = []

  constructor(own: Iterable<string>, recent: RecentKeys) {
    this.#own = new Set(own)
    this.#recent = recent
  }

  /** Adds the keys that the call is about to send. */
  add(keys: readonly string[]): void {
    for (const key of keys) this.#own.add(key)
    this.#recent.add(keys)
    this.#redactor = undefined
  }

  /** Hides all secrets that are known now. */
  get redactor(): Redactor {
    const recent = this.#recent.list()
    if (this.#redactor === undefined || this.#redacted !== recent) {
      this.#redactor = this.#recent.redactorWith(this.#own)
      this.#redacted = recent
    }
    return this.#redactor
  }
}

/** The shortest value of a header that counts as a secret, in characters. A shorter one is a word such as `basic`. */
const SHORTEST_HEADER_SECRET = 8

/** Lists the values of headers whose names say that they carry a secret, such as `x-gateway-token`. */
export function secretsOfHeaders(headers: readonly (readonly [name: string, value: string])[]): readonly string[] {
  return headers.filter(([name, value]) => namesSecret(name) && value.length >= SHORTEST_HEADER_SECRET).map(([, value]) => value)
}

/** Lists the secrets in the options of a client: a key, a map of keys, or a console session. */
export function secretsOfOptions(options: object): readonly string[] {
  const { apiKey, session } = Object(options) as { readonly apiKey?: unknown; readonly session?: unknown }
  return [apiKey, session].flatMap(listStrings)
}

/** Creates a redactor for the secrets in the options of a client, before the client exists. */
export function redactorOfOptions(options: object): Redactor {
  return createRedactor(unnamedSecrets(secretsOfOptions(options)))
}

/** The key of a client's own redactor. Registered, so that all copies of the package share it. */
const REDACT: unique symbol = Symbol.for('@wfhost/sdk.redact') as never

/** Keeps beside a client how to remove the secrets of its options from a text. */
export function withRedact<Client extends object>(client: Client, redact: Redact): Client {
  return Object.defineProperty(client, REDACT, { value: redact })
}

/** Removes the secrets of a client's options from a text. */
export function redactFor(client: object, text: string): RedactedText {
  const { [REDACT]: redact = withoutSecrets } = client as { readonly [REDACT]?: Redact }
  return redact(text)
}

/** Lists a string, or the members of an object that are strings. */
function listStrings(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).filter((member) => typeof member === 'string')
}
