// Control characters but tab and newline, what may turn the direction of a line around, lone surrogates, and what XML forbids.
const unprintable = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Surrogate}/gu

/**
 * Text that neither steers a terminal nor breaks XML. Each character is replaced and none dropped: what a server put
 * between the parts of a secret must not vanish and join them.
 */
export function toPrintable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unprintable, '\ufffd')
}

/** The same on one line. */
export function toPrintableLine(text: string): string {
  return toPrintable(text).replace(/\s+/g, ' ').trim()
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

/** Text as it may stand in XML and HTML, between tags. */
export function escapeText(text: string): string {
  return toPrintable(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Text as it may stand in a quoted attribute, where a parser would turn a bare newline into a space. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}
