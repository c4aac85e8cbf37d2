import { describe, expect, test } from 'vitest'
import { backoff } from './retry.ts'

describe('backoff()', () => {
  test('doubles its bound from half a second up to eight', () => {
    expect([0, 1, 2, 3, 4, 5, 50, 5000].map((retries) => backoff(retries, () => 1))).toEqual([
      500, 1000, 2000, 4000, 8000, 8000, 8000, 8000,
    ])
  })

  test('is any value between 0 and its bound', () => {
    expect(backoff(3, () => 0)).toBe(0)
    expect(backoff(3, () => 0.25)).toBe(1000)
  })
})
