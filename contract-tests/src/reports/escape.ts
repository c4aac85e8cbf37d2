import { toPrintable } from '@wfhost/wire/printable'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

/** Text as it may stand in XML and HTML, between tags. */
export function escapeText(text: string): string {
  return toPrintable(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Text as it may stand in a quoted attribute, where a parser would turn a bare newline into a space. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
}
