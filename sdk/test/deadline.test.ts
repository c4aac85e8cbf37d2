import { APITimeoutError, type WorkflowClientOptions } from '@wfhost/sdk'
import { describe, expect, test, vi } from 'vitest'
import { createFakeClock, sleepWith } from './fake-clock.ts'
import { limited, succeeded } from './faults.ts'
import { clientOf } from './test-client.ts'

/** Makes a call with a fake clock, and records the times of its requests. */
function start(fetch: (attempt: number) => Promise<Response>, more: WorkflowClientOptions = {}) {
  const clock = createFakeClock()
  const startedAt = clock.now()
  const sent: number[] = []
  const respond = () => fetch(sent.push(clock.now() - startedAt))
  const { client } = clientOf(respond, { clock, random: () => 0.5, ...more })
  const settled: { at?: number } = {}
  const outcome = client
    .run('flow')
    .catch((error: APITimeoutError) => error)
    .finally(() => Object.assign(settled, { at: clock.now() - startedAt }))
  return { clock, sent, settled, outcome }
}

function never(): Promise<never> {
  return new Promise(() => {})
}

describe('The timeout of an attempt', () => {
  test('ends an attempt whose head does not come', async () => {
    const call = start(never, { timeout: 1000 })
    await call.clock.advance(999)
    expect(call.settled.at).toBeUndefined()
    await call.clock.advance(1)
    expect(await call.outcome).toMatchObject({ name: 'APITimeoutError', code: 'timeout', mayHaveRun: true })
    expect(call.settled.at).toBe(1000)
    expect(call.clock.pending()).toBe(0)
  })

  test('starts again for each attempt', async () => {
    const respond = (attempt: number) => wait(call.clock, 900).then(() => (attempt < 3 ? limited(10) : succeeded()))
    const call = start(respond, { timeout: 1000 })
    await call.clock.advance(60_000)
    expect(await call.outcome).toMatchObject({ status: 'success' })
    expect(call.sent).toEqual([0, 10_900, 21_800])
  })

  test('accepts a result that comes on the same tick', async () => {
    const call = start(() => wait(call.clock, 1000).then(() => succeeded()), { timeout: 1000 })
    await call.clock.advance(1000)
    expect(await call.outcome).toMatchObject({ status: 'success' })
  })

  test('accepts a result that comes on the same tick of the machine', async () => {
    let arrive = () => {}
    const respond = () =>
      new Promise<Response>((resolve) => {
        arrive = () => resolve(succeeded())
      })
    // As two timers of one tick: first that of the timeout and everything that follows from it, then that of the result.
    const after = (milliseconds: number, callback: () => void) => {
      const timer = setTimeout(async () => {
        callback()
        for (let turn = 0; turn < 100; turn += 1) await undefined
        if (milliseconds > 1) arrive()
      }, milliseconds)
      return () => clearTimeout(timer)
    }
    const { client } = clientOf(respond, { timeout: 40, clock: { now: Date.now, sleep: sleepWith(after) } })
    for (let round = 0; round < 10; round += 1) expect((await client.run('flow')).status).toBe('success')
  })

  test('fires under fake timers at most 2 ms after the stated time, and not before it', async () => {
    vi.useFakeTimers()
    try {
      const { client } = clientOf(never, { maxRetries: 0 })
      const settled = vi.fn()
      const call = client.run('echo', {}, { timeout: 5000 }).catch((error: unknown) => error)
      void call.finally(settled)
      await vi.advanceTimersByTimeAsync(4999)
      expect(settled).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(3)
      expect(settled).toHaveBeenCalled()
      expect(await call).toBeInstanceOf(APITimeoutError)
    } finally {
      vi.useRealTimers()
    }
  })
})

test('A change of the system time does not affect the limits of a call', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const call = clientOf(never, { timeout: 300, maxRetries: 0 }).client.run('flow')
  // It would take longer than a test may.
  vi.setSystemTime(Date.now() - 60_000)
  await expect(call).rejects.toMatchObject({ name: 'APITimeoutError' })
  const late = clientOf(() => new Promise((resolve) => setTimeout(() => resolve(succeeded()), 50)))
  const run = late.client.run('flow', {}, { timeout: 5000, totalTimeout: 5000 })
  vi.setSystemTime(Date.now() + 60_000)
  expect((await run).status).toBe('success')
  vi.useRealTimers()
})

describe('The total timeout of a call', () => {
  test('covers waiting and a second attempt', async () => {
    const call = start((attempt) => (attempt === 1 ? Promise.resolve(limited(10)) : never()), { totalTimeout: 15_000 })
    await call.clock.advance(15_000)
    expect(call.sent).toEqual([0, 10_000])
    expect(call.settled.at).toBe(15_000)
    expect(await call.outcome).toMatchObject({ name: 'APITimeoutError', mayHaveRun: true })
  })

  test.each([0, -500, Number.NEGATIVE_INFINITY])(
    'that has passed before the call prevents the request: %d ms',
    async (totalTimeout) => {
      const call = start(never, { totalTimeout })
      const message = `Cannot run workflow flow: the request could not be sent within ${totalTimeout} ms (totalTimeout)`
      expect(await call.outcome).toMatchObject({ name: 'APITimeoutError', mayHaveRun: false, message })
      expect(call.sent).toEqual([])
      expect(call.clock.pending()).toBe(0)
    },
  )

  test.each([
    { when: 'before there is a key', more: { apiKey: never }, problem: 'the request could not be sent', mayHaveRun: false },
    { when: 'while it waits for the response', more: {}, problem: 'no complete response came', mayHaveRun: true },
  ])('reports whether the request was sent when it passes $when', async ({ more, problem, mayHaveRun }) => {
    const call = start(never, { totalTimeout: 300, ...more })
    await call.clock.advance(300)
    const message = `Cannot run workflow flow: ${problem} within 300 ms (totalTimeout)`
    expect(await call.outcome).toMatchObject({ name: 'APITimeoutError', mayHaveRun, message })
  })

  test('ends a call immediately if the wait would not end before it', async () => {
    const call = start(() => Promise.resolve(limited(10)), { totalTimeout: 10_000 })
    await call.clock.advance(0)
    expect(await call.outcome).toMatchObject({ name: 'RateLimitError', retryAfterMs: 10_000 })
    expect(call.settled.at).toBe(0)
  })

  test('accepts a result that comes on the same tick', async () => {
    const call = start(() => wait(call.clock, 500).then(() => succeeded()), { totalTimeout: 500 })
    await call.clock.advance(500)
    expect(await call.outcome).toMatchObject({ status: 'success' })
  })
})

function wait(clock: ReturnType<typeof createFakeClock>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => clock.after(milliseconds, resolve))
}
