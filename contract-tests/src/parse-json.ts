/**
 * A JSON text as a value; undefined for what is none. An integer that JavaScript would round is the string of its
 * digits, as two long run IDs may be one number otherwise.
 */
export function parseJson(text: string, tellsDigits = 'rawJSON' in JSON): unknown {
  try {
    const value: unknown = JSON.parse(text)
    if (!/\d{16}|\de/i.test(text)) return value
    // Before version 21 Node does not tell the digits.
    return tellsDigits ? JSON.parse(text, keepDigits) : JSON.parse(quoteLongIntegers(text))
  } catch {
    return undefined
  }
}

function keepDigits(
  ...[, value, context]: readonly [name: string, value: unknown, context?: { readonly source?: string }]
): unknown {
  return isRounded(value) ? (context?.source ?? value) : value
}

function quoteLongIntegers(text: string): string {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d+$/.test(token) && isRounded(Number(token)) ? `"${token}"` : token,
  )
}

function isRounded(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value)
}
