import type { Family, Sample } from './family.ts'

/** Durations by one label. */
export interface Histogram {
  observe(label: string, seconds: number): void
  family(): Family
}

const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Creates a histogram of seconds. */
export function createHistogram(name: string, { help, label }: { readonly help: string; readonly label: string }): Histogram {
  const byLabel = new Map<string, { readonly buckets: number[]; sum: number; count: number }>()

  function samplesOf(value: string): Sample[] {
    const { buckets, count, sum } = byLabel.get(value) ?? { buckets: [], sum: 0, count: 0 }
    const labels = { [label]: value }
    return [
      ...bounds.map((bound, index) => ({
        suffix: '_bucket',
        labels: { ...labels, le: String(bound) },
        value: buckets[index] ?? 0,
      })),
      { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
      { suffix: '_sum', labels, value: sum },
      { suffix: '_count', labels, value: count },
    ]
  }

  return {
    observe: (value, seconds) => {
      const kept = byLabel.get(value) ?? { buckets: bounds.map(() => 0), sum: 0, count: 0 }
      byLabel.set(value, kept)
      kept.sum += seconds
      kept.count += 1
      // Buckets are cumulative: each includes the smaller ones.
      for (const [index, bound] of bounds.entries()) if (seconds <= bound) kept.buckets[index] = (kept.buckets[index] ?? 0) + 1
    },
    family: () => ({ name, help, type: 'histogram', samples: [...byLabel.keys()].flatMap(samplesOf) }),
  }
}
