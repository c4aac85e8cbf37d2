/**
 * Returns another character, which differs even after decoding. In base64, the last bits of the last character may encode
 * nothing (RFC 4648, section 3.5), but the first two bits always do.
 */
export function replaceCharacter(character: string): string {
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

/** Encodes every byte of a text as in a URL. */
export function toPercentEncoding(text: string): string {
  const bytes = [...new TextEncoder().encode(text)]
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

/** Encodes a text in base64, as UTF-8. */
export function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
