import type { SelfTestOutcome } from './run-self-tests.ts'

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
  const defects = killed + count('mutants', 'survived')
  const flagged = count('prism', 'defects flagged')
  const falsely = count('prism', 'legal servers flagged falsely')
  const legal = falsely + count('prism', 'legal servers left alone')
  if (defects !== flagged + count('prism', 'defects not flagged') || legal === 0) return []
  return [
    { what: 'servers with a defect that are detected', ours: `${killed} of ${defects}`, prism: `${flagged} of ${defects}` },
    {
      what: 'legal servers that are reported as faulty',
      ours: `${legal - count('legal', 'alone')} of ${legal}`,
      prism: `${falsely} of ${legal}`,
    },
  ]
}
