import type { Family, Sample } from './family.ts'

/** Counts by labels. */
export interface Counter {
  add(labels: Readonly<Record<string, string>>): void
  family(): Family
}

/** Creates a counter. Its labels must have few values: each combination is kept for the life of the process. */
export function createCounter(name: string, help: string): Counter {
  const counts = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>()
  return {
    add: (labels) => {
      const id = Object.values(labels).join('\n')
      const counted = counts.get(id)
      if (counted === undefined) counts.set(id, { labels, value: 1 })
      else counted.value += 1
    },
    family: () => ({ name, help, type: 'counter', samples: [...counts.values()] satisfies readonly Sample[] }),
  }
}
