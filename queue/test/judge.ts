import type { RunQueue } from '@wfhost/queue'
import { expect } from 'vitest'
import type { CountingService } from './counting-service.ts'
import { outcomesOf } from './use-queue.ts'

/** What holds in every case: nothing ran twice, what is called a success ran, and nothing is missing. */
export async function judge(queue: RunQueue, service: CountingService, inputs: number): Promise<{ readonly unknown: number }> {
  const twice = [...service.ran].filter(([, times]) => times > 1)
  expect(twice).toEqual([])
  const outcomes = await outcomesOf(queue)
  const missing = Array.from({ length: inputs }, (_, n) => n).filter((n) => !outcomes.has(n))
  expect(missing).toEqual([])
  const wrong = [...outcomes].filter(([n, outcome]) => (outcome === 'succeeded' || outcome === 'failed') && !service.ran.has(n))
  expect(wrong).toEqual([])
  const { failed, refused, succeeded, unknown } = await queue.status()
  expect(succeeded + failed + refused + unknown).toBe(inputs)
  return { unknown }
}
