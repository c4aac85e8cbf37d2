const REDACTED = '[redacted]'

/** What is shorter is no secret, as a million guesses find it, and stands in other words that an error has to show. */
const SHORTEST_SECRET = 4

/** Replaces secrets in whatever an error, a log or a hook is about to show. */
export interface Redactor {
  readonly text: (text: string) => string
  /** Copies what holds a secret, at any depth; returns everything else as it is. */
  readonly value: (value: unknown) => unknown
  readonly headers: (headers: Headers) => Headers
}

/** Redacts by value, not by the name of a header or field: a service may echo a key anywhere. */
export function createRedactor(secrets: Iterable<string>): Redactor {
  const needles = [...secrets]
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .filter((needle) => needle.length >= SHORTEST_SECRET)
  const text = (value: string) => needles.reduce((shown, needle) => shown.replaceAll(needle, REDACTED), value)

  const redact = (value: unknown, seen: Set<unknown>): unknown => {
    if (typeof value === 'string') return text(value)
    if (typeof value !== 'object' || value === null || seen.has(value)) return value
    seen.add(value)
    if (Array.isArray(value))
      return unlessSame(
        value,
        value.map((item) => redact(item, seen)),
      )
    const names: string[] = value instanceof Error ? ['message', 'stack', 'cause', ...Object.keys(value)] : Object.keys(value)
    const before = names.map((name): [string, unknown] => [name, Reflect.get(value, name)])
    const after = before.map(([name, field]): [string, unknown] => [text(name), redact(field, seen)])
    if (after.every(([name, field], index) => name === before[index]?.[0] && field === before[index]?.[1])) return value
    const copy = Object.create(value instanceof Error ? Object.getPrototypeOf(value) : Object.prototype)
    for (const [name, field] of after) {
      Object.defineProperty(copy, name, { value: field, enumerable: !(value instanceof Error), configurable: true })
    }
    return copy
  }

  return {
    text,
    value: (value) => redact(value, new Set()),
    headers: (headers) => {
      const shown = new Headers()
      for (const [name, value] of headers) if (name !== 'set-cookie') shown.append(name, text(value))
      return shown
    },
  }
}

function unlessSame(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.every((item, index) => item === before[index]) ? before : after
}
