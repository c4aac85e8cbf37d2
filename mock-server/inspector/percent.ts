/** Decodes a part of an address. A part that is not well encoded is returned as it came. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Encodes a text for an address. A lone surrogate, which no address can have, becomes U+FFFD. */
export function encodePercent(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))
}
