/** Something of which a combination has at most one of a subject. */
interface Level {
  readonly subject: string
}

/**
 * Combinations in which every two of the levels with different subjects stand together at least once. The same levels
 * in the same order give the same combinations.
 */
export function pairwise<T extends Level>(levels: readonly T[]): T[][] {
  const subjects = [...new Set(levels.map(({ subject }) => subject))]
  const open = new Map(levels.map((level) => [level, new Set(levels.filter(({ subject }) => subject !== level.subject))]))
  const rows: T[][] = []
  for (let seed = unfinished(levels, open); seed !== undefined; seed = unfinished(levels, open)) {
    const row: T[] = [seed]
    for (const subject of subjects) {
      if (subject === seed.subject) continue
      const choices = levels.filter((level) => level.subject === subject)
      const gains = choices.map((choice) => row.filter((chosen) => open.get(choice)?.has(chosen)).length)
      const best = choices[gains.indexOf(Math.max(...gains))]
      if (best !== undefined) row.push(best)
    }
    for (const level of row) for (const other of row) open.get(level)?.delete(other)
    // The order of the levels is the order in which they lie around the service.
    rows.push(levels.filter((level) => row.includes(level)))
  }
  return rows
}

function unfinished<T>(levels: readonly T[], open: ReadonlyMap<T, ReadonlySet<T>>): T | undefined {
  const most = levels.toSorted((a, b) => (open.get(b)?.size ?? 0) - (open.get(a)?.size ?? 0))[0]
  return most !== undefined && (open.get(most)?.size ?? 0) > 0 ? most : undefined
}
