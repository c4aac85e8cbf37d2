import { compareWithPrism } from './compare-with-prism.ts'
import type { SelfTestOutcome } from './run-self-tests.ts'

const start = /<!-- selftest: [^>]*-->\n/
const end = '<!-- /selftest -->'

/** What the self-tests counted, as a table. It has no times, so that it stays as it is while the suite does. */
export function formatFigures(outcomes: readonly SelfTestOutcome[]): string {
  const rows = outcomes.map(({ cases, counts, id, statement }) => {
    const shown = Object.entries(counts)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([word, count]) => `${count} ${word}`)
    return `| \`${id}\` | ${statement} | ${cases} | ${shown.join(', ')} |`
  })
  const compared = compareWithPrism(outcomes).map(({ ours, prism, what }) => `| ${what} | ${ours} | ${prism} |`)
  const comparison = ['', "| of the same servers | this suite | Prism's validating proxy |", '|---|---:|---:|', ...compared]
  return [
    ...['| self-test | what is shown | cases | outcome |', '|---|---|---:|---|', ...rows],
    ...(compared.length === 0 ? [] : comparison),
    '',
  ].join('\n')
}

/**
 * A text with these figures between its marks.
 *
 * @throws {Error} for a text without marks.
 */
export function replaceFigures(text: string, figures: string): string {
  const opening = start.exec(text)
  const from = opening === null ? -1 : opening.index + opening[0].length
  const to = text.indexOf(end, from)
  if (from === -1 || to === -1) throw new Error(`there are no marks <!-- selftest: … --> and ${end}`)
  return `${text.slice(0, from)}\n${figures}\n${text.slice(to)}`
}
