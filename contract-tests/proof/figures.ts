import type { SelfTestOutcome } from './self-test.ts'

/** Under which word a server is counted that Prism's proxy flags, and a defect that no check finds. */
export const flaggedByPrism = 'flagged by Prism'
export const missed = 'known to be missed'

/** What stands before and after the figures of a command. */
export type Mark = 'selftest' | 'testers'

/** Of which self-test the words `reported` and `not reported` are the figures of another tool, for the same servers. */
export function idOfTool(tool: string, id: string): string {
  return `${id} by ${tool}`
}

export const byTool = { reported: 'reported', others: 'not reported' }

/** What the self-tests counted, as a table. It has no times, so that it stays as it is while the suite does. */
export function formatFigures(outcomes: readonly SelfTestOutcome[]): string {
  const rows = outcomes.map(({ cases, counts, id, statement }) => {
    const shown = Object.entries(counts)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([word, count]) => `${count} ${word}`)
    return `| \`${id}\` | ${statement} | ${cases} | ${shown.join(', ')} |`
  })
  const comparison = formatComparison(outcomes)
  return [
    ...['| self-test | what is shown | cases | outcome |', '|---|---|---:|---|', ...rows],
    ...(comparison === '' ? [] : ['', comparison]),
    '',
  ].join('\n')
}

/** The same figures of each tool that judged the same servers, as a table; nothing if none did. */
export function formatComparison(outcomes: readonly SelfTestOutcome[]): string {
  const rows = compareTools(outcomes)
  const tools = rows[0]?.figures.map(({ tool }) => tool) ?? []
  const lines = rows.map(({ figures, what }) => `| ${what} | ${figures.map(({ figure }) => figure).join(' | ')} |`)
  return rows.length === 0
    ? ''
    : [`| reported as faulty | ${tools.join(' | ')} |`, `|---|${'---:|'.repeat(tools.length)}`, ...lines].join('\n')
}

/**
 * A text with these figures between its marks.
 *
 * @throws {Error} for a text without marks.
 */
export function replaceFigures(text: string, figures: string, mark: Mark): string {
  const start = new RegExp(`<!-- ${mark}: [^>]*-->\\n`)
  const end = `<!-- /${mark} -->`
  const opening = start.exec(text)
  const from = opening === null ? -1 : opening.index + opening[0].length
  const to = text.indexOf(end, from)
  if (from === -1 || to === -1) throw new Error(`there are no marks <!-- ${mark}: … --> and ${end}`)
  return `${text.slice(0, from)}\n${figures}\n${text.slice(to)}`
}

/** What a text says between the marks of the other tools: of the same servers, when these were asked last. */
export function readComparison(text: string): readonly Comparison[] {
  const [, between = ''] = /<!-- testers: [^>]*-->(.*)<!-- \/testers -->/s.exec(text) ?? []
  const [header, , ...rows] = between
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return rows.map(([, what = '', ...cells]) => ({
    what,
    figures: cells.slice(0, -1).map((figure, index) => ({ figure, tool: header?.[index + 2] ?? '' })),
  }))
}

/** What each tool reported of some servers. */
export interface Comparison {
  readonly what: string
  readonly figures: readonly { readonly tool: string; readonly figure: string }[]
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
export function compareTools(outcomes: readonly SelfTestOutcome[]): readonly Comparison[] {
  return compared.flatMap(({ id, others, reported, what }) => {
    const counts = outcomes.find((outcome) => outcome.id === id)?.counts
    if (counts === undefined) return []
    const of = sum(counts, [...reported, ...others])
    const further = outcomes.flatMap(({ counts: own, id: name }) => {
      const tool = name.startsWith(idOfTool('', id)) ? name.slice(idOfTool('', id).length) : undefined
      if (tool === undefined) return []
      return [{ tool, figure: `${sum(own, [byTool.reported])} of ${sum(own, Object.values(byTool))}` }]
    })
    return [
      {
        what,
        figures: [
          { tool: 'this suite', figure: `${sum(counts, reported)} of ${of}` },
          { tool: "Prism's validating proxy", figure: `${sum(counts, [flaggedByPrism])} of ${of}` },
          ...further,
        ],
      },
    ]
  })
}

function sum(counts: SelfTestOutcome['counts'], words: readonly string[]): number {
  return words.reduce((total, word) => total + (counts[word] ?? 0), 0)
}
