/** Combinations in which every value of every option meets every value of every other one at least once. */
export function pairwise(options: ReadonlyMap<string, readonly unknown[]>): ReadonlyMap<string, unknown>[] {
  const open = allPairs(options)
  const combinations: Map<string, unknown>[] = []
  while (open.size > 0) {
    const combination = new Map<string, unknown>()
    for (const [name, values] of options) {
      const best = values.toSorted(
        (a, b) => covered(open, { combination, name, value: b }) - covered(open, { combination, name, value: a }),
      )
      combination.set(name, best[0])
    }
    const before = open.size
    for (const pair of pairsOf(combination)) open.delete(pair)
    // No progress from what is best for each: begin with a pair that is left.
    if (open.size === before) seedWith(open, { combination, options })
    combinations.push(combination)
  }
  return combinations
}

function allPairs(options: ReadonlyMap<string, readonly unknown[]>): Set<string> {
  const pairs = new Set<string>()
  const names = [...options.keys()]
  for (const [index, first] of names.entries()) {
    for (const second of names.slice(index + 1)) {
      for (const a of options.get(first) ?? [])
        for (const b of options.get(second) ?? []) pairs.add(pair([first, a], [second, b]))
    }
  }
  return pairs
}

function pairsOf(combination: ReadonlyMap<string, unknown>): string[] {
  const entries = [...combination]
  return entries.flatMap((first, index) => entries.slice(index + 1).map((second) => pair(first, second)))
}

function covered(
  open: ReadonlySet<string>,
  next: { readonly combination: ReadonlyMap<string, unknown>; readonly name: string; readonly value: unknown },
): number {
  const entry: [string, unknown] = [next.name, next.value]
  const sure = [...next.combination].filter((other) => open.has(pair(other, entry))).length
  return sure * 1000 + [...open].filter((key) => key.includes(written(entry))).length
}

function seedWith(
  open: Set<string>,
  {
    combination,
    options,
  }: { readonly combination: Map<string, unknown>; readonly options: ReadonlyMap<string, readonly unknown[]> },
): void {
  const [left] = open
  for (const [name, values] of options) {
    for (const value of values) if (left?.split(' & ').includes(written([name, value]))) combination.set(name, value)
  }
  for (const key of pairsOf(combination)) open.delete(key)
}

function pair(first: readonly [string, unknown], second: readonly [string, unknown]): string {
  return `${written(first)} & ${written(second)}`
}

function written([name, value]: readonly [string, unknown]): string {
  return `${name}=${JSON.stringify(value) ?? 'none'}`
}
