import { type Redact, type RedactedText, withoutSecrets } from '@wfhost/internal/redacted-text'
import { createRedactor, namesSecret, type Redactor, unnamedSecrets } from '@wfhost/internal/redaction'
import { listVariables } from './check-options.ts'

/** How many keys a client remembers. A service can name a key that was replaced since. */
const REMEMBERED_KEYS = 100

/** The keys that a client has sent recently. All clients that were made of it with `withOptions` share them. */
export class RecentKeys {
  #keys: readonly string[] = []
  /** Redacts the keys of the list. It is undefined until it is needed, and after a change of the list. */
  #redactor: Redactor | undefined

  add(keys: readonly string[]): void {
    const newKeys = keys.filter((key) => !this.#keys.includes(key))
    if (newKeys.length === 0) return

    this.#keys = [...this.#keys, ...newKeys].slice(-REMEMBERED_KEYS)
    this.#redactor = undefined
  }

  /**
   * Returns a redactor for the keys of the list and for the secrets of a call. Most calls have no secrets besides these keys. They
   * share a redactor, because each redactor prepares its patterns at its first search.
   */
  redactorWith(callSecrets: ReadonlySet<string>): Redactor {
    const secrets = new Set([...this.#keys, ...callSecrets])
    const hasOtherSecrets = secrets.size > this.#keys.length
    if (hasOtherSecrets) return createRedactor(unnamedSecrets([...secrets]))

    this.#redactor ??= createRedactor(unnamedSecrets(this.#keys))
    return this.#redactor
  }
}

/** The secrets that errors, logs and hooks of one call must not show: those of its options, and the keys that were sent. */
export class CallSecrets {
  /** The secrets of this call. */
  readonly #own: Set<string>
  readonly #recent: RecentKeys

  constructor(own: Iterable<string>, recent: RecentKeys) {
    this.#own = new Set(own)
    this.#recent = recent
  }

  /** Adds the keys that the call is about to send. */
  add(keys: readonly string[]): void {
    for (const key of keys) this.#own.add(key)
    this.#recent.add(keys)
  }

  /** Redacts all secrets that are known now. Other calls can add keys during this call. */
  get redactor(): Redactor {
    return this.#recent.redactorWith(this.#own)
  }
}

/** The shortest part of a header that counts as a secret, in characters. A shorter one is a word such as `basic`. */
const SHORTEST_HEADER_SECRET = 8

/**
 * Lists the secrets of headers whose names say that they carry one, such as `x-gateway-token`: the whole value, and its longer
 * parts without their names. A service can repeat the value of a cookie without its name, and the token of `Bearer TOKEN` without its scheme.
 */
export function listHeaderSecrets(headers: readonly (readonly [name: string, value: string])[]): readonly string[] {
  const values = headers.flatMap(([name, value]) => (namesSecret(name) ? [value, ...value.split(/[\s,;"]+|\w+=(?=\w)/)] : []))
  return values.filter((value) => value.length >= SHORTEST_HEADER_SECRET)
}

/** The environment variables that hold secrets. */
const SECRET_VARIABLES = /^WFHOST_(API_KEY|API_KEY_.+|REGISTRY_KEY|CONSOLE_SESSION)$/

/**
 * Lists the secrets of a client: a key, a map of keys or a console session in its options. Without a key in the options, the secrets
 * of the environment count, too: the caller can pass one of them in a wrong place. Otherwise the environment is not read, because
 * some runtimes need a permission of the user for that.
 */
export function listOptionSecrets(options: object): readonly string[] {
  const { apiKey, session } = Object(options) as { readonly apiKey?: unknown; readonly session?: unknown }
  const given = [apiKey, session].flatMap(listStrings)

  const mayUseEnvironment = apiKey === undefined || typeof apiKey === 'function'
  return mayUseEnvironment ? [...given, ...listVariables(SECRET_VARIABLES)] : given
}

/** Creates a redactor for the secrets in the options of a client. Errors about these options need it before the client exists. */
export function createOptionsRedactor(options: object): Redactor {
  return createRedactor(unnamedSecrets(listOptionSecrets(options)))
}

/** The name of the hidden property of a client with its `redact`. Registered, so that all copies of the package share it. */
const REDACT: unique symbol = Symbol.for('@wfhost/sdk.redact') as never

/** Attaches a function to a client that removes the secrets of its options from a text. `redactFor` calls the function. */
export function withRedact<Client extends object>(client: Client, redact: Redact): Client {
  return Object.defineProperty(client, REDACT, { value: redact })
}

/**
 * Removes the secrets of a client's options from a text. `traceCalls` needs this, because it gets a finished client. Another object,
 * such as a stub in a test, has no secrets.
 */
export function redactFor(client: unknown, text: string): RedactedText {
  const { [REDACT]: redact = withoutSecrets } = Object(client) as { readonly [REDACT]?: Redact }
  return redact(text)
}

/** Lists a string, or the members of an object that are strings. */
function listStrings(value: unknown): readonly string[] {
  const members = typeof value === 'string' ? [value] : Object.values(Object(value))
  return members.filter((member) => typeof member === 'string')
}
