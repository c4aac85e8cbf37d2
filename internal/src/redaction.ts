import type { Redact, RedactedText } from './redacted-text.ts'
import { decodeFully, encodingsOf, viewsOf } from './views.ts'

/**
 * The shortest secret that is hidden, in characters without escapes. A shorter one can be guessed, and it occurs in other words
 * that a message has to show.
 */
export const SHORTEST_SECRET = 4

/** The most characters that an encoding uses for one character of a secret: a JSON escape of a surrogate pair, encoded again. */
const MAX_ENCODING_EXPANSION = 32

const REDACTED = '[redacted]'

/** The deepest level of nesting that is shown. A body of nothing but brackets would exhaust the stack. */
const DEEPEST = 1000

/** Whether a header or a parameter of such a name carries a secret. */
export function namesSecret(name: string): boolean {
  return /auth|cookie|key|pass|secret|session|token/i.test(name)
}

/** Removes the values of query parameters whose names say that they are secret. */
export function redactQuery(path: string): string {
  return path.replace(/([?&]([^=&#]*)=)[^&#]+/g, (all, start: string, name: string) =>
    namesSecret(name) ? `${start}[unknown]` : all,
  )
}

/**
 * The secrets to hide, each with the text that replaces it. Entries can be added later. After an entry was removed or changed,
 * create another redactor.
 */
export type Secrets = ReadonlyMap<string, string>

/** Lists secrets that have no names. `[redacted]` replaces each of them. */
export function unnamedSecrets(secrets: readonly string[]): Secrets {
  return new Map(secrets.map((secret) => [secret, REDACTED]))
}

/** Replaces secrets in everything that errors, logs, reports and hooks show. */
export interface Redactor {
  readonly text: Redact
  /** Redacts a text whose end was not received. The last characters are dropped: they can be the start of a secret. */
  readonly incompleteText: Redact
  /** Returns a value without secrets unchanged, and otherwise a redacted copy. Parts that are nested too deeply are left out. */
  readonly value: (value: unknown) => unknown
  readonly headers: (headers: Headers) => Headers
}

/**
 * Creates a redactor that hides secrets by value, because a service can echo a key anywhere.
 *
 * It finds a secret in these encodings, in any letter case, even if they are nested:
 *
 * - percent-encoding, JSON escapes, HTML entities and quoted-printable
 * - base64 and base64url at any offset, and hexadecimal
 *
 * Each secret is replaced by its name. If secrets overlap, the name of the first one replaces all of them.
 */
export function createRedactor(secrets: Secrets): Redactor {
  const findMatches = createMatchFinder(secrets)

  function redactText(text: string): RedactedText {
    return replaceMatches(text, findMatches(text), { keptLength: text.length })
  }

  function redactIncompleteText(text: string): RedactedText {
    // The text may end in the middle of a secret, and no search finds a part of one. So as much of the end is dropped as the longest
    // secret takes in the longest encoding.
    const droppedLength = getMaxSecretLength(secrets) * MAX_ENCODING_EXPANSION
    return replaceMatches(text, findMatches(text), { keptLength: Math.max(0, text.length - droppedLength) })
  }

  return {
    text: redactText,
    incompleteText: redactIncompleteText,
    value: (value) => redactValue(value, redactText),
    headers: (headers) => redactHeaders(headers, redactText),
  }
}

/** Returns the length of the longest secret, in characters. */
function getMaxSecretLength(secrets: Secrets): number {
  let longest = 0
  for (const secret of secrets.keys()) longest = Math.max(longest, secret.length)
  return longest
}

/** Creates a function that returns the names of the secrets that a text contains, in any encoding that a redactor finds. */
export function createSecretFinder(secrets: Secrets): (text: string) => Set<string> {
  const findMatches = createMatchFinder(secrets)
  return (text) => new Set(findMatches(text).map(({ name }) => name))
}

/** Creates a function that finds the secrets in a text. */
function createMatchFinder(secrets: Secrets): (text: string) => readonly Match[] {
  let matcher: Matcher | undefined

  return (text) => {
    // Created on first use, because most calls show nothing. A key can have been added since.
    if (matcher?.size !== secrets.size) matcher = createMatcher(secrets)
    return matcher.nameByForm.size === 0 ? [] : findIn(text, matcher)
  }
}

/** Replaces each match by its name, and drops the text after `keptLength`. A match that begins before is replaced completely. */
function replaceMatches(text: string, matches: readonly Match[], { keptLength }: { readonly keptLength: number }): RedactedText {
  let redacted = ''
  let position = 0

  for (const match of matches) {
    if (match.start >= keptLength) break
    redacted += text.slice(position, match.start) + match.name
    position = match.end
  }

  if (position < keptLength) redacted += text.slice(position, keptLength)
  return redacted as RedactedText
}

interface Matcher {
  /** The number of secrets for which it was created. */
  readonly size: number
  /** The replacement of each form of a secret. */
  readonly nameByForm: ReadonlyMap<string, string>
  /** The length of the shortest form. */
  readonly shortestLength: number
  /** Matches each form of a secret in a decoded text. */
  readonly pattern: RegExp
  /** The encodings as base64 and as hexadecimal, for secrets of at least the shortest length. */
  readonly encodings: ReturnType<typeof encodingsOf>
}

/** Prepares the search for secrets in texts. It decodes a text with `encodings`, and then looks for each form with `pattern`. */
function createMatcher(secrets: Secrets): Matcher {
  const nameByForm = collectForms(secrets)

  // The longest form comes first, since a pattern with alternatives takes the first one that fits.
  const longestFirst = [...nameByForm.keys()].sort((a, b) => b.length - a.length)
  const shortestLength = longestFirst.at(-1)?.length ?? 0

  return {
    size: secrets.size,
    nameByForm,
    shortestLength,
    // Without any form, the pattern matches nothing.
    pattern: new RegExp(longestFirst.map(escapeForRegExp).join('|') || '(?!)', 'g'),
    // Letters and digits are decoded as base64 or hexadecimal only if they are long enough for the shortest form.
    encodings: encodingsOf(shortestLength),
  }
}

/** Maps each form of each secret to the name that replaces it. If two secrets have the same form, the first one names it. */
function collectForms(secrets: Secrets): Map<string, string> {
  const nameByForm = new Map<string, string>()

  for (const [secret, name] of secrets) {
    for (const form of formsOf(secret)) {
      // A very short form would also occur in texts by accident.
      if (form.length >= SHORTEST_SECRET && !nameByForm.has(form)) nameByForm.set(form, name)
    }
  }
  return nameByForm
}

/**
 * Lists the forms of a secret: the texts in which a decoded text can show it. For `a key`, one form is `a+key`, as in the body of
 * an HTML form.
 */
function formsOf(secret: string): readonly string[] {
  const asFormField = secret.replace(/ /g, '+')
  // A secret can look like an escape itself. Decoding a text then changes it.
  const decoded = decodeFully(secret)
  // A text that was read with the wrong encoding has one character for each byte.
  const byteByByte = String.fromCharCode(...new TextEncoder().encode(secret))
  return [secret, asFormField, decoded, byteByByte]
}

function escapeForRegExp(text: string): string {
  return text.replace(/[^\w ]/g, '\\$&')
}

interface Match {
  readonly start: number
  readonly end: number
  readonly name: string
}

/** Lists the places of secrets in a text, in their order and without overlaps. */
function findIn(text: string, { encodings, nameByForm, pattern, shortestLength }: Matcher): readonly Match[] {
  // No encoding makes a secret shorter. Most texts of a result are shorter than a key.
  if (text.length < shortestLength) return []

  const matches: Match[] = []

  for (const view of viewsOf(text, encodings)) {
    pattern.lastIndex = 0
    for (let hit = pattern.exec(view.text); hit !== null; hit = pattern.exec(view.text)) {
      const [start, end] = view.range(hit.index, hit.index + hit[0].length)
      matches.push({ start, end, name: nameByForm.get(hit[0]) ?? REDACTED })
      // Another secret can begin within this one.
      pattern.lastIndex = hit.index + 1
    }
  }
  return mergeOverlaps(matches)
}

/** Sorts matches, and replaces those that overlap by one match with the name of the first. */
function mergeOverlaps(matches: readonly Match[]): Match[] {
  const sorted = matches.toSorted((a, b) => a.start - b.start || b.end - a.end)
  const merged: Match[] = []

  for (const match of sorted) {
    const last = merged.at(-1)
    if (last === undefined || match.start >= last.end) {
      merged.push(match)
      continue
    }
    merged[merged.length - 1] = { ...last, end: Math.max(last.end, match.end) }
  }
  return merged
}

function redactHeaders(headers: Headers, text: (text: string) => string): Headers {
  const redacted = new Headers()
  for (const [name, value] of headers) {
    try {
      if (name !== 'set-cookie') redacted.append(name, text(value))
    } catch {
      // The fetch of Node 20 accepts names that `Headers` does not, such as one with a space.
    }
  }
  return redacted
}

/** Returns a value without secrets unchanged, and otherwise a copy in which they are replaced. */
function redactValue(value: unknown, redactText: (text: string) => string): unknown {
  const redactor = new ValueRedactor(redactText)
  const copy = redactor.redact(value, 0)
  return redactor.hasRedacted ? copy : value
}

/** Copies a value, and replaces the secrets in it. */
class ValueRedactor {
  /** Whether the copy differs from the value. */
  hasRedacted = false
  readonly #redactText: (text: string) => string
  /** The copy of each object, which ends a circle. */
  readonly #copies = new Map<unknown, object>()

  constructor(redactText: (text: string) => string) {
    this.#redactText = redactText
  }

  redact(part: unknown, depth: number): unknown {
    try {
      return this.#redactPart(part, depth)
    } catch {
      // A getter threw. Its value can contain a secret.
      return this.#replace(REDACTED)
    }
  }

  #redactPart(part: unknown, depth: number): unknown {
    if (typeof part === 'string' || typeof part === 'number' || typeof part === 'bigint') {
      const text = String(part)
      const redacted = this.#redactText(text)
      return redacted === text ? part : this.#replace(redacted)
    }
    if (ArrayBuffer.isView(part)) return hasSecret(part, this.#redactText) ? this.#replace(REDACTED) : part

    const fields = fieldsOf(part)
    if (fields.length === 0) return part
    const earlierCopy = this.#copies.get(part)
    if (earlierCopy !== undefined) return earlierCopy
    if (depth > DEEPEST) return this.#replace(REDACTED)

    return this.#copy(part, fields, depth)
  }

  #copy(part: unknown, fields: readonly Field[], depth: number): object {
    const isError = part instanceof Error
    const copy = Array.isArray(part) ? [] : Object.create((isError ? Error : Object).prototype)
    this.#copies.set(part, copy)

    for (const [name, field] of fields) {
      Object.defineProperty(copy, String(this.redact(String(name), depth)), {
        value: this.redact(field, depth + 1),
        enumerable: !isError,
        configurable: true,
      })
    }
    return copy
  }

  #replace(text: string): string {
    this.hasRedacted = true
    return text
  }
}

/** Whether bytes contain a secret, such as those of an invalid response in the error of an HTTP parser. */
function hasSecret({ buffer, byteLength, byteOffset }: ArrayBufferView, text: (text: string) => string): boolean {
  const decoded = new TextDecoder().decode(new Uint8Array(buffer, byteOffset, byteLength))
  return text(decoded) !== decoded
}

type Field = readonly [name: unknown, field: unknown]

/** Lists the parts of an object that printing can show: its members, the message of an error, headers, the entries of a Map. */
function fieldsOf(value: unknown): readonly Field[] {
  if (typeof value !== 'object' || value === null) return []
  if ('entries' in value && typeof value.entries === 'function') return [...value.entries()]

  const names = ['name', 'message', 'stack', 'headers', ...Reflect.ownKeys(value)]
  return names.filter((name) => name in value).map((name) => [name, Reflect.get(value, name)])
}
