// Control characters but tab and newline, lone surrogates, and what XML forbids.
const UNPRINTABLE = /[\p{Cc}\ufffe\uffff\p{Surrogate}](?<![\t\n])/gu

// Characters that turn the direction of a line around (Bidi_Control of Unicode), or that end a line for some readers. Escaped,
// since a person has to see which name has one.
const DIRECTION = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

// Commands that a CI service reads from a log: `::error::` and `##[error]` of GitHub, `##vso[` of Azure, `##teamcity[`.
const COMMAND = /^[^\S\n]*:(?=:)|#(?=#\w*\[)/gm

/**
 * Text that neither steers a terminal or the CI service that keeps the log, nor breaks XML. Each character is replaced or
 * escaped, and none dropped: what a server put between the parts of a secret must not vanish and join them. A space parts what would be
 * a command.
 */
export function toPrintable(text: string): string {
  const shown = text.replaceAll('\r\n', '\n').replace(UNPRINTABLE, '\ufffd').replace(DIRECTION, escapeCharacter)
  return shown.replace(COMMAND, '$& ')
}

/** The same on one line. */
export function toPrintableLine(text: string): string {
  return toPrintable(text)
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim()
}

/** The same of a JSON text, which means what it meant: such characters are escaped. */
export function toPrintableJson(json: string): string {
  const steering = /(?!\n)\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}|#(?=#\w*\[)/gu
  return json.replace(steering, (character) => (character === '\t' ? character : escapeCharacter(character)))
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
