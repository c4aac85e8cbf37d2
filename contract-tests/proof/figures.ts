import type { SelfTestOutcome } from './self-test.ts'

/** Under which word a server is counted that Prism's proxy flags, and a defect that no check finds. */
export const flaggedByPrism = 'flagged by Prism'
export const missed = 'known to be missed'

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
  const comparison = ['', "| reported as faulty | this suite | Prism's validating proxy |", '|---|---:|---:|', ...compared]
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

/** Which servers Prism judges, too, and the words for those that this suite reports, and that it does not. */
const compared = [
  { id: 'mutants', what: 'mutants of the reference server', reported: ['killed'], others: ['survived'] },
  { id: 'plain-mutants', what: 'defects of the server on Node alone', reported: ['found', 'warned of'], others: [missed] },
  { id: 'fastify-mutants', what: 'defects of the server on Fastify', reported: ['found', 'warned of'], others: [missed] },
  { id: 'variants', what: 'variants of the reference server, which conform', reported: ['false alarm'], others: ['alone'] },
  { id: 'fastify-variants', what: 'variations of the server on Fastify, which conform', reported: ['wrong'], others: ['varied'] },
]

/** The figures beside each other, of the self-tests that ran. */
export function compareWithPrism(outcomes: readonly SelfTestOutcome[]): readonly Comparison[] {
  return compared.flatMap(({ id, others, reported, what }) => {
    const counts = outcomes.find((outcome) => outcome.id === id)?.counts
    if (counts === undefined) return []
    const sum = (words: readonly string[]): number => words.reduce((total, word) => total + (counts[word] ?? 0), 0)
    const of = `of ${sum([...reported, ...others])}`
    return [{ what, ours: `${sum(reported)} ${of}`, prism: `${sum([flaggedByPrism])} ${of}` }]
  })
}
