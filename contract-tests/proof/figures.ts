import type { SelfTestOutcome } from './self-test.ts'

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

/** One figure of this suite and the same of Prism's proxy, for the same servers and exchanges. */
export interface Comparison {
  readonly what: string
  readonly ours: string
  readonly prism: string
}

/** The figures beside each other; none where one of the self-tests did not run. */
export function compareWithPrism(outcomes: readonly SelfTestOutcome[]): readonly Comparison[] {
  const count = (id: string, word: string): number => outcomes.find((outcome) => outcome.id === id)?.counts[word] ?? 0
  const killed = count('mutants', 'killed')
  const all = killed + count('mutants', 'survived')
  const flagged = count('prism', 'mutants flagged')
  const falsely = count('prism', 'variants flagged falsely')
  const spared = falsely + count('prism', 'variants left alone')
  if (all !== flagged + count('prism', 'mutants not flagged') || spared === 0) return []
  return [
    { what: 'mutants that are killed', ours: `${killed} of ${all}`, prism: `${flagged} of ${all}` },
    {
      what: 'variants that are reported as faulty',
      ours: `${spared - count('variants', 'alone')} of ${spared}`,
      prism: `${falsely} of ${spared}`,
    },
  ]
}
