import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { formatCounts } from './counts.ts'

describe(formatCounts, () => {
  test('adds up numbers, counts each name once, and puts the subjects in order', () => {
    const lines = formatCounts([
      { parity: { requests: 1, doors: ['core', 'HTTP'] } },
      { faults: { cases: 1200 } },
      { parity: { requests: 2, doors: ['core', 'MSW'] } },
    ])
    assert.deepEqual(lines, ['  faults  1,200 cases', '  parity  3 requests, 3 doors'])
  })

  test('is nothing where nothing was counted', () => {
    assert.deepEqual(formatCounts([]), [])
  })
})
