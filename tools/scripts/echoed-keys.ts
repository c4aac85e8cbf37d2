import { expect } from 'vitest'

/**
 * The key that tests of redaction look for in everything that a person can see. Six characters of it in hexadecimal are
 * never only digits, which a time in the output could contain by chance.
 */
export const ECHOED_KEY = 'wfk_SlKmZojNnLkMzJoKlOmZ'

/** The shortest part of the key that a person would recognise, in characters. */
const SHORTEST_PART = 6

/** The encodings that SECURITY.md promises to redact. */
export const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': String,
  'percent-encoded': (text) => text.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  'as JSON escapes': (text) => text.replace(/./g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`),
}

/** Lengths of the text before the key: around the places where text is cut. */
const AROUND_CUTS = [0, 10, 17, 35, 40, 76, 90, 99, 176, 199, 276, 299, 476, 490, 499]

/** One character more than the longest text that is shown whole, in characters. */
const LONGEST_SHOWN = 501

/** The distance between two lengths, as in `CUT_STEP=1` for every length. @default only lengths around the cuts */
const CUT_STEP = Number(process.env['CUT_STEP'] ?? 0)

/** Lengths of the text before the key that a test tries. */
export const PADDINGS: readonly number[] =
  CUT_STEP > 0 ? Array.from({ length: Math.ceil(LONGEST_SHOWN / CUT_STEP) }, (_, index) => index * CUT_STEP) : AROUND_CUTS

function partsOf(text: string): readonly string[] {
  return Array.from({ length: text.length - SHORTEST_PART + 1 }, (_, start) => text.slice(start, start + SHORTEST_PART))
}

/** Expects that a shown value contains no recognisable part of a text, such as a key or an encoding of it. */
export function expectNoPart(output: unknown, ...secrets: readonly string[]): void {
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  for (const part of new Set(secrets.flatMap(partsOf))) expect(text).not.toContain(part)
}
