/**
 * What tests were about, by subject and unit: a number is added up over the tests, a list of names is counted with each
 * name once.
 */
export type Counts = Readonly<Record<string, Readonly<Record<string, number | readonly string[]>>>>

/** Writes counts as a table, a line for each subject. */
export function formatCounts(all: readonly Counts[]): string[] {
  const subjects = new Map<string, Map<string, { sum: number; readonly names: Set<string> }>>()
  for (const [subject, units] of all.flatMap((counts) => Object.entries(counts))) {
    const row = subjects.get(subject) ?? new Map()
    subjects.set(subject, row)
    for (const [unit, amount] of Object.entries(units)) {
      const cell = row.get(unit) ?? { sum: 0, names: new Set() }
      row.set(unit, cell)
      if (typeof amount === 'number') cell.sum += amount
      else for (const name of amount) cell.names.add(name)
    }
  }
  const width = Math.max(...[...subjects.keys()].map(({ length }) => length))
  return [...subjects]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([subject, row]) => {
      const cells = [...row].map(([unit, { names, sum }]) => `${(sum + names.size).toLocaleString('en')} ${unit}`)
      return `  ${subject.padEnd(width)}  ${cells.join(', ')}`
    })
}
