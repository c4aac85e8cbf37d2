import { describe, expect, test } from 'vitest'
import { createFakeClock } from '../../test/fake-clock.ts'
import { callAt, systemClock } from './clock.ts'

describe('callAt()', () => {
  test('calls back at a time beyond the range of a timer', async () => {
    const clock = createFakeClock(0)
    const delays: number[] = []
    const limited = {
      now: clock.now,
      date: clock.date,
      after: (delay: number, callback: () => void) => {
        delays.push(delay)
        return clock.after(delay, callback)
      },
    }
    let calledAt: number | undefined
    callAt(limited, { time: 5e9, callback: () => (calledAt = clock.now()) })
    await clock.advance(5e9 - 1)
    expect(calledAt).toBeUndefined()
    await clock.advance(1)
    expect(calledAt).toBe(5e9)
    expect(Math.max(...delays)).toBe(1e9)
  })

  test('sets no timer for the end of time', () => {
    const clock = createFakeClock()
    callAt(clock, { time: Infinity, callback: () => {} })
    expect(clock.pending()).toBe(0)
  })

  test('does not call back after it is cancelled', async () => {
    const clock = createFakeClock(0)
    let called = false
    const cancel = callAt(clock, { time: 10, callback: () => (called = true) })
    await clock.advance(5)
    cancel()
    await clock.advance(50)
    expect(called).toBe(false)
  })

  test('is not early on the clock of the machine', async () => {
    const time = Date.now() + 20
    await new Promise<void>((resolve) => callAt(systemClock, { time, callback: () => resolve() }))
    expect(Date.now()).toBeGreaterThanOrEqual(time)
  })
})
