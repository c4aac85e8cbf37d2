import { expect, test } from 'vitest'
import type { ExchangeSummary } from '../src/schema/journal.ts'
import { foldRepeats } from './fold-repeats.ts'

function entry(number: number, path: string, status: number): ExchangeSummary {
  return {
    number,
    at: '2026-01-01T00:00:00.000Z',
    durationMs: number,
    request: { method: 'POST', path },
    response: { status },
    failed: false,
    faults: [],
  }
}

test('folds three and more requests that differ only in their times, and only if they follow each other', () => {
  const entries = [
    entry(7, '/a', 200),
    entry(6, '/a', 200),
    entry(5, '/a', 200),
    entry(4, '/a', 429),
    entry(3, '/b', 200),
    entry(2, '/a', 200),
    entry(1, '/a', 200),
  ]
  const folds = foldRepeats(entries).map((fold) => fold.entries.map(({ number }) => number))
  expect(folds).toEqual([[7, 6, 5], [4], [3], [2], [1]])
})
