declare const redacted: unique symbol

/**
 * Text that contains no secrets. Only a redactor makes it. Functions that cut or quote text take this type, because a
 * secret that was cut first is no longer found.
 */
export type RedactedText = string & { readonly [redacted]: true }

/** Removes the secrets from a text. */
export type Redact = (text: string) => RedactedText

/** Marks a text as redacted that cannot contain a secret. Use it only where no key is known or near. */
export function withoutSecrets(text: string): RedactedText {
  return text as RedactedText
}

/** Shortens a text, and marks the place with an ellipsis. @default 500 characters */
export function excerpt(text: RedactedText, longest = 500): RedactedText {
  if (text.length <= longest) return text

  // A cut must not leave the first half of a surrogate pair.
  const start = text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')
  return `${start}…` as RedactedText
}

/** The longest string that a message quotes, in characters. */
const LONGEST_QUOTED = 40

/** Describes a value in a message: the value itself if it is short, and otherwise its type. */
export function describeValue(value: unknown, redact: Redact): RedactedText {
  try {
    return describe(value, redact) as RedactedText
  } catch {
    // A proxy, a getter or a toString of the caller threw.
    return 'a value that cannot be shown' as RedactedText
  }
}

function describe(value: unknown, redact: Redact): string {
  if (typeof value === 'string') return JSON.stringify(excerpt(redact(value), LONGEST_QUOTED))
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof Error) return redact(String(value))
  if (typeof value === 'object' && value !== null) return describeObject(value)
  return describeType(value)
}

/** Such as `{}`, `Map`, `array` or `object`. */
function describeObject(value: object): string {
  const kind = Object.prototype.toString.call(value).slice(8, -1)
  const isEmpty = Object.keys(value).length === 0

  if (kind === 'Array') return isEmpty ? '[]' : 'array'
  if (kind === 'Object') return isEmpty ? '{}' : 'object'
  return kind
}

/** Names the type of a value. */
export function describeType(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return 'array'
  return typeof value
}
