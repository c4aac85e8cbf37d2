const REDACTED = '[redacted]'

/** A shorter key is no secret, as a million guesses find it, and occurs in other words that an error has to show. */
const SHORTEST_SECRET = 4

/** What is nested deeper is cut: nobody reads it, and a body of nothing but brackets would exhaust the stack. */
const DEEPEST = 100

/** Replaces secrets in whatever an error, a log or a hook is about to show. */
export interface Redactor {
  readonly text: (text: string) => string
  /** Returns a value without secrets unchanged, and a redacted copy of any other; what is nested too deeply is left out. */
  readonly value: (value: unknown) => unknown
  readonly headers: (headers: Headers) => Headers
}

/** Redacts by value, not by the name of a header or field: a service may echo a key anywhere. */
export function createRedactor(secrets: Iterable<string>): Redactor {
  // Computed when something is shown: most calls show nothing, and a key may have been renewed.
  const text = (value: string) =>
    [...secrets]
      .flatMap((secret) => {
        const encoded = encodeURIComponent(secret)
        const lowerCase = encoded.replace(/%../g, (byte) => byte.toLowerCase())
        return [secret, JSON.stringify(secret).slice(1, -1), encoded, lowerCase]
      })
      .filter((needle) => needle.length >= SHORTEST_SECRET)
      .reduce((shown, needle) => shown.replaceAll(needle, REDACTED), value)

  return {
    text,
    value: (value) => {
      const copies = new Map<unknown, object>()
      let found = false
      const redact = (part: unknown, depth: number): unknown => {
        if (typeof part === 'string') {
          const shown = text(part)
          found ||= shown !== part
          return shown
        }
        const fields = fieldsOf(part)
        if (!fields.length || copies.has(part)) return copies.get(part) ?? part
        if (depth > DEEPEST) {
          found = true
          return REDACTED
        }
        const isError = part instanceof Error
        const copy = Array.isArray(part) ? [] : Object.create((isError ? Error : Object).prototype)
        copies.set(part, copy)
        for (const [name, field] of fields) {
          Object.defineProperty(copy, redact(String(name), depth) as string, {
            value: redact(field, depth + 1),
            enumerable: !isError,
            configurable: true,
          })
        }
        return copy
      }
      try {
        const copy = redact(value, 0)
        return found ? copy : value
      } catch {
        // A getter or an `entries` threw: it may hide a secret.
        return REDACTED
      }
    },
    headers: (headers) => {
      const shown = new Headers()
      for (const [name, value] of headers) {
        try {
          if (name !== 'set-cookie') shown.append(name, text(value))
        } catch {
          // The fetch of Node 20 accepts names that `Headers` does not, such as one with a space.
        }
      }
      return shown
    },
  }
}

/** Lists what printing a value may show, also where its class keeps it: the message of an error, headers, the entries of a Map. */
function fieldsOf(value: unknown): readonly (readonly [name: unknown, field: unknown])[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return []
  if ('entries' in value && typeof value.entries === 'function') return [...value.entries()]
  const names = ['name', 'message', 'stack', 'headers', ...Object.getOwnPropertyNames(value)]
  return names.filter((name) => name in value).map((name) => [name, Reflect.get(value, name)])
}
