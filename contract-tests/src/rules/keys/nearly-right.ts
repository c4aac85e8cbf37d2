/** A key or a session that is wrong, and how, in words that go on from `a key …`. */
export interface NearlyRight {
  readonly what: string
  readonly value: string
  /** @default 401 alone */
  readonly statuses?: readonly number[]
}

/** Wrong keys that are nearly the right one: longer, shorter, with another last character, in the other case, and with a word behind it. */
export function nearlyRight(key: string): NearlyRight[] {
  const start = key.slice(0, -1)
  const wrong = [
    { what: 'with a character behind it', value: `${key}x` },
    { what: 'without its last character', value: start },
    { what: 'with another last character', value: `${start}${otherThan(key.slice(-1))}` },
    { what: 'in the other case', value: inOtherCase(key) },
    { what: 'with a word behind it', value: `${key} x` },
  ]
  return wrong.filter(({ value }) => value !== key)
}

/** Wrong keys that a server may take for the right one where it looks for the key anywhere, or makes something of what was sent. */
export function rewrittenKeys(key: string): NearlyRight[] {
  const wrong: NearlyRight[] = [
    { what: 'with another first character', value: `${otherThan(key.slice(0, 1))}${key.slice(1)}` },
    { what: 'with another character in its middle', value: withOtherMiddle(key).value },
    { what: 'with a character before it', value: `x${key}` },
    { what: 'without its first character', value: key.slice(1) },
    { what: 'in percent-encoding', value: percentEncoded(key) },
    { what: 'in double quotes', value: `"${key}"` },
    { what: 'in single quotes', value: `'${key}'` },
    { what: 'behind another one and a comma', value: `wrong-key,${key}` },
    { what: 'twice, with a comma', value: `${key},${key}` },
    { what: 'with a dot behind it', value: `${key}.` },
    { what: 'replaced by the word undefined', value: 'undefined' },
    { what: 'replaced by the word null', value: 'null' },
    ...['%', '*', '.*'].map((value) => ({ what: `replaced by ${value}, a pattern for every text`, value })),
    { what: 'in base64', value: btoa(String.fromCharCode(...new TextEncoder().encode(key))) },
    { what: 'in hexadecimal', value: percentEncoded(key).replaceAll('%', '').toLowerCase() },
    // What stands before the API may refuse it for what it looks like, and the API as malformed.
    { what: 'replaced by a condition of SQL', value: "' OR ''='", statuses: [401, 400, 403] },
    // Who reads a header as bytes finds a wrong key, and who wants ASCII a malformed request (RFC 9110, section 5.5).
    { what: 'with a character behind it that is not ASCII', value: `${key}é`, statuses: [401, 400] },
    { what: 'replaced by 1,000 characters', value: 'x'.repeat(1000) },
  ]
  return wrong.filter(({ value }) => value !== key)
}

/** A key in headers that no document names: one that is missing from its own (section 5). */
export function keyElsewhere(key: string): Record<string, string> {
  return {
    'x-api-key': key,
    'x-authorization': `Bearer ${key}`,
    'proxy-authorization': `Bearer ${key}`,
    cookie: `api_key=${key}; token=${key}`,
  }
}

/**
 * A character that is another one even to a server that compares what a key of base64 or base64url encodes: the last
 * bits of its last character may encode nothing (RFC 4648, section 3.5), the first two of them always do.
 */
function otherThan(character: string): string {
  return /[w-z\d+/_-]/.test(character) ? 'A' : 'w'
}

/** A key with another character in its middle, and the place of that, counted from 1. */
export function withOtherMiddle(key: string): { readonly value: string; readonly character: string; readonly place: number } {
  const middle = Math.trunc(key.length / 2)
  const character = otherThan(key.slice(middle, middle + 1))
  return { value: `${key.slice(0, middle)}${character}${key.slice(middle + 1)}`, character, place: middle + 1 }
}

/** The same where it has no letter. */
export function inOtherCase(key: string): string {
  return key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase()
}

/** Every byte of a key as a URL may have it. */
export function percentEncoded(key: string): string {
  const bytes = [...new TextEncoder().encode(key)]
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}
