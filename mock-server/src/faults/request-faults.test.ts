import { describe, expect, test } from 'vitest'
import { createSeededRandom } from '../core/random.ts'

import { drawLatency, type Latency } from './request-faults.ts'

/** So many that a distribution shows; they are seeded, and so always the same. */
function draws(latency: Latency): readonly number[] {
  const random = createSeededRandom(1)
  return Array.from({ length: 20_000 }, () => drawLatency(latency, random)).toSorted((a, b) => a - b)
}

/** The share of the draws that are below a value. */
function shareBelow(sorted: readonly number[], value: number): number {
  return sorted.filter((drawn) => drawn < value).length / sorted.length
}

describe(drawLatency, () => {
  test('is always the same if it is fixed', () => {
    expect(new Set(draws({ distribution: 'fixed', ms: 7 }))).toEqual(new Set([7]))
  })

  test('is distributed equally between the two ends if it is uniform', () => {
    const drawn = draws({ distribution: 'uniform', minMs: 100, maxMs: 300 })
    expect(drawn[0]).toBeGreaterThanOrEqual(100)
    expect(drawn.at(-1)).toBeLessThanOrEqual(300)
    for (const quarter of [1, 2, 3]) expect(shareBelow(drawn, 100 + quarter * 50)).toBeCloseTo(quarter / 4, 2)
  })
})
