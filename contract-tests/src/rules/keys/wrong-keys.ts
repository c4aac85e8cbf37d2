/** A wrong key or session, and a description that continues the words "a key …". */
export interface WrongKey {
  readonly description: string
  readonly value: string
  /** The statuses that a server may respond with. @default 401 alone */
  readonly statuses?: readonly number[]
}

/** Lists wrong keys that resemble the valid key: longer, shorter, with another last character, or in the other case. */
export function listSimilarKeys(key: string): WrongKey[] {
  const start = key.slice(0, -1)
  const wrongKeys = [
    { description: 'followed by another character', value: `${key}x` },
    { description: 'without its last character', value: start },
    { description: 'with another last character', value: `${start}${replaceCharacter(key.slice(-1))}` },
    { description: 'in the other case', value: swapCase(key) },
    { description: 'followed by a word', value: `${key} x` },
  ]

  // A key without letters is the same in the other case.
  return wrongKeys.filter(({ value }) => value !== key)
}

/** Lists wrong keys that a server may accept if it searches a header for the key, or transforms the header first. */
export function listRewrittenKeys(key: string): WrongKey[] {
  const patterns = ['%', '*', '.*']
  const wrongKeys: WrongKey[] = [
    { description: 'with another first character', value: `${replaceCharacter(key.slice(0, 1))}${key.slice(1)}` },
    { description: 'with another character in its middle', value: replaceMiddle(key).value },
    { description: 'with a character before it', value: `x${key}` },
    { description: 'without its first character', value: key.slice(1) },
    { description: 'in percent-encoding', value: toPercentEncoding(key) },
    { description: 'in double quotes', value: `"${key}"` },
    { description: 'in single quotes', value: `'${key}'` },
    { description: 'after another one and a comma', value: `wrong-key,${key}` },
    { description: 'twice, with a comma', value: `${key},${key}` },
    { description: 'followed by a dot', value: `${key}.` },
    { description: 'replaced by the word undefined', value: 'undefined' },
    { description: 'replaced by the word null', value: 'null' },
    ...patterns.map((value) => ({ description: `replaced by ${value}, a pattern for every text`, value })),
    { description: 'in base64', value: btoa(String.fromCharCode(...new TextEncoder().encode(key))) },
    { description: 'in hexadecimal', value: toPercentEncoding(key).replaceAll('%', '').toLowerCase() },
    // A firewall may refuse this text as an attack, and the API may refuse it as malformed.
    { description: 'replaced by a condition of SQL', value: "' OR ''='", statuses: [401, 400, 403] },
    // For a server that accepts only ASCII in headers, the request is malformed (RFC 9110, section 5.5).
    { description: 'followed by another character that is not ASCII', value: `${key}é`, statuses: [401, 400] },
    { description: 'replaced by 1,000 characters', value: 'x'.repeat(1000) },
  ]
  return wrongKeys.filter(({ value }) => value !== key)
}

/** Returns headers that carry a key, but are not the header that the source document names (section 5). */
export function otherHeadersWithKey(key: string): Record<string, string> {
  return {
    'x-api-key': key,
    'x-authorization': `Bearer ${key}`,
    'proxy-authorization': `Bearer ${key}`,
    cookie: `api_key=${key}; token=${key}`,
  }
}

/**
 * Returns another character, which differs even after decoding. In base64, the last bits of the last character may encode
 * nothing (RFC 4648, section 3.5), but the first two bits always do.
 */
function replaceCharacter(character: string): string {
  return /[w-z\d+/_-]/.test(character) ? 'A' : 'w'
}

interface ReplacedMiddle {
  readonly value: string
  readonly character: string
  /** The position of the new character, counted from 1. */
  readonly position: number
}

/** Replaces the character in the middle of a key. */
export function replaceMiddle(key: string): ReplacedMiddle {
  const index = Math.trunc(key.length / 2)
  const character = replaceCharacter(key.slice(index, index + 1))

  return { value: key.slice(0, index) + character + key.slice(index + 1), character, position: index + 1 }
}

/** Changes a text to lower case, or to upper case if it is in lower case already. */
export function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()
}

/** Encodes every byte of a text as in a URL. */
export function toPercentEncoding(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}
