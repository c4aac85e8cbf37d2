import { expect, test } from 'vitest'
import { pollUntil } from './waiting.ts'

test('pollUntil reads once more after the timeout, even if a read is slow', async () => {
  const startMs = performance.now()
  const wait = (durationMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, durationMs))

  const read = async (): Promise<number> => {
    const elapsedMs = performance.now() - startMs
    await wait(40)
    return elapsedMs
  }

  const isDone = (elapsedMs: number) => elapsedMs >= 60
  const elapsedMs = await pollUntil({ wait }, { read, isDone, timeoutMs: 60, reason: 'a late effect' })
  expect(elapsedMs).toBeGreaterThanOrEqual(60)
})
