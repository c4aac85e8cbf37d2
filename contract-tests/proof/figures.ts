import type { SelfTestOutcome } from './self-test.ts'

/** The label under which a server is counted that Prism's proxy flags. */
export const flaggedByPrism = 'flagged by Prism'

/** The label under which a defect is counted that no check finds. */
export const missed = 'known to be missed'

/** Formats the counts of the self-tests as tables. Durations are left out, so that the text changes only with the suite. */
export function formatFigures(outcomes: readonly SelfTestOutcome[]): string {
  const rows = outcomes.map(({ cases, counts, id, statement }) => {
    const labels = Object.entries(counts)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([label, count]) => `${count} ${label}`)
    return `| \`${id}\` | ${statement} | ${cases} | ${labels.join(', ')} |`
  })
  const comparisons = compareWithPrism(outcomes).map(({ prism, suite, what }) => `| ${what} | ${suite} | ${prism} |`)
  const lines = ['| self-test | what is shown | cases | outcome |', '|---|---|---:|---|', ...rows]
  if (comparisons.length > 0) {
    lines.push('', "| reported as faulty | this suite | Prism's validating proxy |", '|---|---:|---:|', ...comparisons)
  }
  return [...lines, ''].join('\n')
}

/**
 * Replaces the text between the marks of the figures.
 *
 * @throws {Error} for a text without marks.
 */
export function replaceFigures(text: string, figures: string): string {
  const opening = /<!-- selftest: [^>]*-->\n/.exec(text)
  const end = '<!-- /selftest -->'
  const from = opening === null ? -1 : opening.index + opening[0].length
  const to = text.indexOf(end, from)
  if (from === -1 || to === -1) throw new Error(`there are no marks <!-- selftest: … --> and ${end}`)
  return `${text.slice(0, from)}\n${figures}\n${text.slice(to)}`
}

/** How many of the same servers this suite and Prism report as faulty, each as a text such as `3 of 5`. */
export interface Comparison {
  readonly what: string
  readonly suite: string
  readonly prism: string
}

/** The self-tests in which Prism also judges the servers, with the labels of the servers that this suite reports or accepts. */
const compared = [
  { id: 'mutants', what: 'mutants of the reference server', reported: ['killed'], others: ['survived'] },
  { id: 'fastify-mutants', what: 'defects of the server on Fastify', reported: ['found', 'warned of'], others: [missed] },
  { id: 'variants', what: 'variants of the reference server, which conform', reported: ['false alarm'], others: ['alone'] },
  { id: 'fastify-variants', what: 'variations of the server on Fastify, which conform', reported: ['wrong'], others: ['varied'] },
]

/** Compares this suite with Prism for each self-test that ran. */
export function compareWithPrism(outcomes: readonly SelfTestOutcome[]): readonly Comparison[] {
  return compared.flatMap(({ id, others, reported, what }) => {
    const counts = outcomes.find((outcome) => outcome.id === id)?.counts
    if (counts === undefined) return []
    const total = sum(counts, [...reported, ...others])
    return [{ what, suite: `${sum(counts, reported)} of ${total}`, prism: `${sum(counts, [flaggedByPrism])} of ${total}` }]
  })
}

function sum(counts: SelfTestOutcome['counts'], labels: readonly string[]): number {
  return labels.reduce((total, label) => total + (counts[label] ?? 0), 0)
}
