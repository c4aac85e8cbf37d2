/**
 * Parses a JSON text, or returns undefined if it is not JSON. An integer that JavaScript would round becomes a string of its
 * digits. Otherwise, two long run IDs could become the same number.
 */
export function parseJson(text: string, hasSourceText = 'rawJSON' in JSON): unknown {
  try {
    const value: unknown = JSON.parse(text)
    const mayHaveLongInteger = /\d{16}|\de/i.test(text)
    if (!mayHaveLongInteger) return value

    // Before version 21, Node does not pass the source text of a number to the reviver.
    return hasSourceText ? JSON.parse(text, keepDigits) : JSON.parse(quoteLongIntegers(text))
  } catch {
    return undefined
  }
}

function keepDigits(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  return isRounded(value) ? (context?.source ?? value) : value
}

/** Puts quotation marks around each long integer of a JSON text. The pattern matches strings to skip their contents. */
function quoteLongIntegers(text: string): string {
  const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
  return text.replace(stringOrNumber, (token) => {
    const isLongInteger = /^-?\d+$/.test(token) && isRounded(Number(token))
    return isLongInteger ? `"${token}"` : token
  })
}

function isRounded(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value)
}
