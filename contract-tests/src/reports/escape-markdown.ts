import { toPrintable, toPrintableLine } from './to-printable.ts'

/** Text on one line as Markdown shows it: no markup, no HTML, no end of a table's cell. */
export function escapeMarkdown(text: string): string {
  return toPrintableLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~$@]/g, '\\$&')
}

/** Text as a block of code that it cannot end: its fence is longer than any in the text. */
export function toCodeBlock(text: string, language = ''): string {
  const printable = toPrintable(text)
  const runs = printable.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)))
  return `${fence}${language}\n${printable}\n${fence}`
}
