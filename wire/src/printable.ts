// Control characters but tab and newline, what may turn the direction of a line around, lone surrogates, and what XML forbids.
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffe\uffff\p{Surrogate}](?<![\t\n])/gu

// Commands that a CI service reads from a log: `::error::` and `##[error]` of GitHub, `##vso[` of Azure, `##teamcity[`.
const COMMAND = /^[^\S\n]*:(?=:)|#(?=#\w*\[)/gm

/**
 * Text that neither steers a terminal or the CI service that keeps the log, nor breaks XML. Each character is replaced and
 * none dropped: what a server put between the parts of a secret must not vanish and join them. A space parts what would be
 * a command.
 */
export function toPrintable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNPRINTABLE, '\ufffd').replace(COMMAND, '$& ')
}

/** The same on one line. */
export function toPrintableLine(text: string): string {
  return toPrintable(text)
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim()
}

/** The same of a JSON text, which means what it meant: such characters are escaped. */
export function toPrintableJson(json: string): string {
  return json.replace(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}|#(?=#\w*\[)/gu, (character) => {
    return character === '\t' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
