import { expect, test } from 'vitest'
import { pollUntil } from './calls.ts'

test('asks once more when the time is over, however long an answer takes', async () => {
  const begun = performance.now()
  const wait = (durationMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, durationMs))
  const ask = async (): Promise<number> => {
    const askedMs = performance.now() - begun
    await wait(40)
    return askedMs
  }
  const on = { ask, isThere: (askedMs: number) => askedMs >= 60, withinMs: 60, reason: 'what comes late' }
  expect(await pollUntil({ wait }, on)).toBeGreaterThanOrEqual(60)
})
