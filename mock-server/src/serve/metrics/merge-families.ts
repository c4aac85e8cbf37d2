import type { Family, Sample } from './family.ts'

/** Merges the metrics of several processes; the label `worker` names the process of a sample. */
export function mergeFamilies(byWorker: ReadonlyMap<string, readonly Family[]>): readonly Family[] {
  const merged = new Map<string, Family & { readonly samples: Sample[] }>()
  for (const [worker, families] of byWorker) {
    for (const family of families) {
      const known = merged.get(family.name) ?? { ...family, samples: [] }
      merged.set(family.name, known)
      for (const sample of family.samples) known.samples.push({ ...sample, labels: { ...sample.labels, worker } })
    }
  }
  return [...merged.values()]
}
