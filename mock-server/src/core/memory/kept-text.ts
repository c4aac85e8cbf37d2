/**
 * A text that a world stores. A large text is encoded once, and decoded when it is read. Bytes are outside the heap, so the
 * garbage collector never copies them. A text that does not fit is replaced by a sentence.
 */
export type KeptText = string | Uint8Array | NotKept

/** Replaces a text that is larger than the memory limit of the world. */
export interface NotKept {
  /** Says how large the text was, and which option keeps it. */
  readonly notKept: string
}

// A smaller string costs less than the object that holds its bytes.
const minEncodedCharacters = 10_000

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Encodes a large text, and returns a small one unchanged. */
export function keepText(text: string): string | Uint8Array {
  return text.length < minEncodedCharacters ? text : encoder.encode(text)
}

/** Returns the text, or undefined if it was not kept. */
export function readText(kept: KeptText): string | undefined {
  if (typeof kept === 'string') return kept
  return kept instanceof Uint8Array ? decoder.decode(kept) : undefined
}

/** Returns the sentence that replaces a text, or undefined if the text was kept. */
export function explainMissingText(kept: KeptText | undefined): string | undefined {
  if (kept === undefined || typeof kept === 'string' || kept instanceof Uint8Array) return undefined
  return kept.notKept
}

/** Counts the bytes of a kept text in UTF-8. */
export function countBytes(kept: KeptText): number {
  if (typeof kept === 'string') return utf8Length(kept)
  return kept instanceof Uint8Array ? kept.length : utf8Length(kept.notKept)
}

/** Counts the bytes of a text in UTF-8. Node counts them several times faster than any function of browsers. */
export function utf8Length(text: string): number {
  return globalThis.Buffer?.byteLength(text) ?? encoder.encode(text).length
}
