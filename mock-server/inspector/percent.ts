/** Decodes a part of an address. Returns a badly encoded part as received. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Encodes a text for an address. A lone surrogate, which an address cannot contain, becomes U+FFFD. */
export function encodePercent(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))
}
