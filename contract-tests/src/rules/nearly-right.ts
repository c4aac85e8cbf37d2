/**
 * Wrong keys that are nearly the right one: longer, shorter, with another last character, in the other case, and with a
 * word behind it.
 */
export function nearlyRight(key: string): string[] {
  const start = key.slice(0, -1)
  return [`${key}x`, start, `${start}${otherThan(key.slice(-1))}`, inOtherCase(key), `${key} x`].filter((wrong) => wrong !== key)
}

/** A key in headers that no document names: one that is missing from its own (section 5). */
export function keyElsewhere(key: string): Record<string, string> {
  return { 'x-api-key': key, cookie: `api_key=${key}; token=${key}` }
}

/**
 * A character that is another one even to a server that compares what a key of base64 or base64url encodes: the last
 * bits of its last character may encode nothing (RFC 4648, section 3.5), the first two of them always do.
 */
function otherThan(last: string): string {
  return /[w-z\d+/_-]/.test(last) ? 'A' : 'w'
}

/** The right key where it has no letter. */
function inOtherCase(key: string): string {
  return key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase()
}
