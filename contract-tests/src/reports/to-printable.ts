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
