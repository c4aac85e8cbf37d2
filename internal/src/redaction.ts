import type { Redact, RedactedText } from './redacted-text.ts'
import { decodeFully, packingsOf, viewsOf } from './views.ts'

/**
 * The shortest secret that is hidden, in characters; of one that has escapes itself, what is left without them counts. A
 * shorter key is no secret, as a million guesses find it, and it occurs in other words that a message has to show.
 */
export const SHORTEST_SECRET = 4

/** How many characters an encoding uses for one character of a secret at most: a JSON escape of a surrogate pair, encoded again. */
const LONGEST_ENCODING = 32

const REDACTED = '[redacted]'

/** What is nested deeper is cut: nobody reads it, and a body of nothing but brackets would exhaust the stack. */
const DEEPEST = 1000

/** Whether a header or a parameter of such a name carries a secret. */
export function namesSecret(name: string): boolean {
  return /auth|cookie|key|pass|secret|session|token/i.test(name)
}

/** Removes what the parameters of a query carry whose names say that it is secret. */
export function redactQuery(path: string): string {
  return path.replace(/([?&]([^=&#]*)=)[^&#]+/g, (all, start: string, name: string) =>
    namesSecret(name) ? `${start}[unknown]` : all,
  )
}

/**
 * The secrets to hide: a key is replaced by `[redacted]`, or by what a Map has for it. The collection may grow; for one
 * that shrinks, or in which a name changes, another redactor is needed.
 */
export type Secrets = ReadonlySet<string> | ReadonlyMap<string, string>

/** Replaces secrets in whatever an error, a log, a report or a hook is about to show. */
export interface Redactor {
  readonly text: Redact
  /** Redacts a text whose end was not received. The last characters are dropped: they can be the start of a secret. */
  readonly incompleteText: Redact
  /** Returns a value without secrets unchanged, and a redacted copy of any other; what is nested too deeply is left out. */
  readonly value: (value: unknown) => unknown
  readonly headers: (headers: Headers) => Headers
  /** What would stand for the secrets that a text shows: nothing for a redacted text. */
  readonly find: (text: string) => Set<string>
}

/**
 * Creates a redactor that hides secrets by value, since a service may echo a key anywhere, and in every form in which it
 * may come back: with percent-encoding, JSON escapes, HTML entities, quoted-printable, base64 and base64url at any offset,
 * hexadecimal, in any case and in each other. Where several overlap, one name stands for all of them.
 */
export function createRedactor(secrets: Secrets): Redactor {
  let matcher: Matcher | undefined

  function find(text: string): readonly Match[] {
    // Made when something is shown: most calls show nothing, and a key may have been renewed.
    if (matcher?.size !== secrets.size) matcher = createMatcher(secrets)
    return matcher.names.size === 0 ? [] : findIn(text, matcher)
  }

  function redactText(text: string): RedactedText {
    return replaceMatches(text, find(text), text.length)
  }

  function redactIncompleteText(text: string): RedactedText {
    const longest = Math.max(0, ...[...secrets].map((entry) => (typeof entry === 'string' ? entry : entry[0]).length))
    return replaceMatches(text, find(text), Math.max(0, text.length - longest * LONGEST_ENCODING))
  }

  return {
    text: redactText,
    incompleteText: redactIncompleteText,
    value: (value) => redactValue(value, redactText),
    headers: (headers) => redactHeaders(headers, redactText),
    find: (text) => new Set(find(text).map(({ name }) => name)),
  }
}

/** Replaces each match by its name, and drops the text behind `end`. A match that begins before `end` is replaced as a whole. */
function replaceMatches(text: string, matches: readonly Match[], end: number): RedactedText {
  let shown = ''
  let position = 0

  for (const match of matches) {
    if (match.start >= end) break
    shown += text.slice(position, match.start) + match.name
    position = match.end
  }

  if (position < end) shown += text.slice(position, end)
  return shown as RedactedText
}

interface Matcher {
  /** How many secrets there were. */
  readonly size: number
  readonly names: ReadonlyMap<string, string>
  readonly pattern: RegExp
  readonly packings: ReturnType<typeof packingsOf>
}

function createMatcher(secrets: Secrets): Matcher {
  const names = new Map<string, string>()
  for (const entry of secrets) {
    const [secret, name] = typeof entry === 'string' ? [entry, REDACTED] : entry
    // As it is; with spaces as in a form; as decoding leaves what looks like an escape; and byte by byte.
    const bytes = String.fromCharCode(...new TextEncoder().encode(secret))
    for (const form of [secret, secret.replace(/ /g, '+'), decodeFully(secret), bytes]) {
      if (form.length >= SHORTEST_SECRET && !names.has(form)) names.set(form, name)
    }
  }
  const forms = [...names.keys()].sort((a, b) => b.length - a.length)
  return {
    size: secrets.size,
    names,
    pattern: new RegExp(forms.map((form) => form.replace(/[^\w ]/g, '\\$&')).join('|'), 'g'),
    packings: packingsOf(forms.at(-1)?.length ?? 0),
  }
}

interface Match {
  readonly start: number
  readonly end: number
  readonly name: string
}

/** The places of secrets in a text, in their order and without overlaps. */
function findIn(text: string, { names, packings, pattern }: Matcher): readonly Match[] {
  const found: Match[] = []

  for (const view of viewsOf(text, packings)) {
    pattern.lastIndex = 0
    for (let hit = pattern.exec(view.text); hit; hit = pattern.exec(view.text)) {
      const [start, end] = view.range(hit.index, hit.index + hit[0].length)
      found.push({ start, end, name: names.get(hit[0]) ?? REDACTED })
      // Another one may begin within this one.
      pattern.lastIndex = hit.index + 1
    }
  }
  const merged: { start: number; end: number; readonly name: string }[] = []
  for (const match of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last && match.start < last.end) last.end = Math.max(last.end, match.end)
    else merged.push({ ...match })
  }
  return merged
}

function redactHeaders(headers: Headers, text: (text: string) => string): Headers {
  const shown = new Headers()
  for (const [name, value] of headers) {
    try {
      if (name !== 'set-cookie') shown.append(name, text(value))
    } catch {
      // The fetch of Node 20 accepts names that `Headers` does not, such as one with a space.
    }
  }
  return shown
}

function redactValue(value: unknown, text: (text: string) => string): unknown {
  const copies = new Map<unknown, object>()
  let found = false

  function redact(part: unknown, depth: number): unknown {
    try {
      return redactPart(part, depth)
    } catch {
      // A getter or an `entries` threw: it may hide a secret.
      found = true
      return REDACTED
    }
  }

  function redactPart(part: unknown, depth: number): unknown {
    if (typeof part === 'string' || typeof part === 'number' || typeof part === 'bigint') {
      const shown = text(String(part))
      if (shown === String(part)) return part
      found = true
      return shown
    }
    if (ArrayBuffer.isView(part)) {
      if (!hasSecret(part, text)) return part
      found = true
      return REDACTED
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
      Object.defineProperty(copy, String(redact(String(name), depth)), {
        value: redact(field, depth + 1),
        enumerable: !isError,
        configurable: true,
      })
    }
    return copy
  }

  const copy = redact(value, 0)
  return found ? copy : value
}

/** Whether bytes contain a secret, such as those of an invalid response in the error of an HTTP parser. */
function hasSecret({ buffer, byteLength, byteOffset }: ArrayBufferView, text: (text: string) => string): boolean {
  const shown = new TextDecoder().decode(new Uint8Array(buffer, byteOffset, byteLength))
  return text(shown) !== shown
}

/** Lists what printing a value may show, also where its class keeps it: the message of an error, headers, the entries of a Map. */
function fieldsOf(value: unknown): readonly (readonly [name: unknown, field: unknown])[] {
  if (typeof value !== 'object' || value === null) return []
  if ('entries' in value && typeof value.entries === 'function') return [...value.entries()]
  const names = ['name', 'message', 'stack', 'headers', ...Reflect.ownKeys(value)]
  return names.filter((name) => name in value).map((name) => [name, Reflect.get(value, name)])
}
