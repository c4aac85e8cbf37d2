// Control characters except tab and newline, lone surrogates, and characters that XML forbids.
const UNPRINTABLE = /[\p{Cc}\ufffe\uffff\p{Surrogate}](?<![\t\n])/gu

// Characters that reverse the direction of a line (Bidi_Control of Unicode), or that end a line for some readers. They are
// escaped, because a person must see which name has one.
const DIRECTION = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

// Commands that a CI service reads from a log: `::error::` and `##[error]` of GitHub, `##vso[` of Azure, `##teamcity[`.
const COMMAND = /^[^\S\n]*:(?=:)|#(?=#\w*\[)/gm

/**
 * Makes a text safe for a terminal, for the CI service that keeps the log, and for XML. Characters are replaced or escaped and
 * never dropped: otherwise the parts of a secret with a character between them would join. A space splits the commands of CI
 * services.
 */
export function toPrintable(text: string): string {
  const printable = text.replaceAll('\r\n', '\n').replace(UNPRINTABLE, '\ufffd').replace(DIRECTION, escapeCharacter)
  return printable.replace(COMMAND, '$& ')
}

/** Does the same, on one line. */
export function toPrintableLine(text: string): string {
  return toPrintable(text)
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim()
}

/** Does the same for a JSON text. Its meaning stays, because characters are escaped. */
export function toPrintableJson(json: string): string {
  const steering = /(?!\n)\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}|#(?=#\w*\[)/gu
  return json.replace(steering, (character) => (character === '\t' ? character : escapeCharacter(character)))
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
