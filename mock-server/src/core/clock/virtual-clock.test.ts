import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAbortListeners, createManualClock, createVirtualClock } from './virtual-clock.ts'

test('sleepers wake at their own instants, in order, and may sleep again on the way', async () => {
  const clock = createManualClock(0)
  const seen: string[] = []
  async function tick(): Promise<void> {
    for (let index = 0; index < 3; index += 1) {
      await clock.sleep(100)
      seen.push(`tick at ${clock.now()}`)
    }
  }
  void tick()
  void clock.sleep(250).then(() => seen.push(`other at ${clock.now()}`))
  await clock.advance(1000)
  expect(seen).toEqual(['tick at 100', 'tick at 200', 'other at 250', 'tick at 300'])
  expect(clock.now()).toBe(1000)
})

test('calls of advance that are not awaited add up, and wake sleepers in order', async () => {
  const clock = createManualClock(0)
  const woken: number[] = []
  for (const ms of [6000, 500, 1500]) void clock.sleep(ms).then(() => woken.push(clock.now()))
  const calls = [1000, 5000, 0].map((ms) => clock.advance(ms))
  const invalid = clock.advance(-1)
  await Promise.all(calls)
  expect(clock.now()).toBe(6000)
  expect(woken).toEqual([500, 1500, 6000])
  await expect(invalid).rejects.toThrow('expected a number of milliseconds from 0')
  await clock.advance(1)
  expect(clock.now()).toBe(6001)
})

test('a sleep that ends can advance the clock further', async () => {
  const clock = createManualClock(0)
  const nested = clock.sleep(10).then(() => clock.advance(5))
  await clock.advance(10)
  await nested
  expect(clock.now()).toBe(15)
})

test('advance ends with an error if something sleeps 0 ms again and again', async () => {
  const clock = createManualClock(0)
  let isPolling = true
  const poll = async () => {
    while (isPolling) await clock.sleep(0)
  }
  void poll()
  await expect(clock.advance(10)).rejects.toThrow(
    'Cannot advance the clock: the clock stands at 1970-01-01T00:00:00.000Z, because something slept 0 ms more than 1000 times in a row',
  )
  isPolling = false
  await clock.advance(10)
  expect(clock.now()).toBe(10)
})

test('any number of sleepers may sleep 0 ms at the same time, and often between longer sleeps', async () => {
  const clock = createManualClock(0)
  let finished = 0
  for (let index = 0; index < 1500; index += 1) void clock.sleep(0).then(() => (finished += 1))
  const alternate = async () => {
    for (let index = 0; index < 1200; index += 1) await clock.sleep(index % 2)
  }
  const alternating = alternate()
  await clock.advance(600)
  await alternating
  expect(finished).toBe(1500)
})

test('sleepers wake in the order of their instants, then of their arrival, unless they were aborted', async () => {
  const given = fc.array(fc.record({ at: fc.integer({ min: 0, max: 20 }), givesUp: fc.boolean() }), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(given, async (sleepers) => {
      const clock = createManualClock(0)
      const giving = new AbortController()
      const woken: object[] = []
      for (const sleeper of sleepers) {
        const sleeping = clock.sleep(sleeper.at, sleeper.givesUp ? giving.signal : undefined)
        sleeping.then(() => woken.push(sleeper)).catch(() => {})
      }
      giving.abort()
      await clock.advance(20)
      expect(woken).toEqual(sleepers.filter(({ givesUp }) => !givesUp).toSorted((one, other) => one.at - other.at))
    }),
  )
})

describe('where a test fakes the timers', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each(['manual', 'virtual'])('a %s clock advances, and wakes sleepers', async (kind) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'Date'] })
    const clock = kind === 'manual' ? createManualClock(0) : createVirtualClock({ startMs: 0 })
    const sleeping = clock.sleep(1000)
    await clock.advance(1000)
    await sleeping
    expect(clock.now()).toBe(1000)
  })

  test('a clock that follows the clock of the machine moves with the faked time', async () => {
    vi.useFakeTimers()
    const clock = createVirtualClock({ startMs: 0 })
    const sleeping = clock.sleep(1000)
    await vi.advanceTimersByTimeAsync(1000)
    await sleeping
    expect(clock.now()).toBe(1000)
  })
})

test('a sleep ends with the reason of its signal', async () => {
  const clock = createManualClock(0)
  const stop = new AbortController()
  const sleeping = clock.sleep(100, stop.signal)
  stop.abort(new Error('enough'))
  await expect(sleeping).rejects.toThrow('enough')
  await expect(clock.sleep(1, stop.signal)).rejects.toThrow('enough')
})

test('any number of sleepers share one timer, which is set for the first of them', async () => {
  vi.useFakeTimers()
  const clock = createVirtualClock({ startMs: 0 })
  const sleeping = Array.from({ length: 1000 }, (_, index) => clock.sleep(1000 - index))
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1000)
  await Promise.all(sleeping)
  vi.useRealTimers()
})

test('a clock that follows wakes its sleepers in real time', async () => {
  const clock = createVirtualClock({ startMs: 0 })
  const start = performance.now()
  await Promise.all([clock.sleep(40), clock.sleep(10), clock.sleep(20)])
  expect(performance.now() - start).toBeGreaterThanOrEqual(35)
  expect(clock.now()).toBeGreaterThanOrEqual(40)
})

test('a frozen clock wakes no sleeper until it follows the machine again', async () => {
  const clock = createVirtualClock({ startMs: 0 })
  clock.freeze()
  expect(clock.frozen).toBe(true)
  let awake = false
  const sleeping = clock.sleep(20).then(() => {
    awake = true
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(awake).toBe(false)
  const before = clock.now()
  clock.follow()
  await sleeping
  expect(clock.now() - before).toBeGreaterThanOrEqual(20)
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15, '5', null])('rejects %s as the start of a clock', (start) => {
  const message = 'Cannot make a clock: expected a start in milliseconds since the epoch'
  expect(() => Reflect.apply(createManualClock, undefined, [start])).toThrow(message)
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, '5', undefined])('a clock is not advanced by %s', async (ms) => {
  const clock = createManualClock(0)
  await expect(Reflect.apply(clock.advance, undefined, [ms])).rejects.toThrow(
    'Cannot advance the clock: expected a number of milliseconds from 0 that ends at a date, found ',
  )
  expect(clock.now()).toBe(0)
})

test('rejects a sleep whose time is not a number, which would never end', async () => {
  await expect(createManualClock(0).sleep(Number.NaN)).rejects.toThrow(
    'Cannot sleep: expected a number of milliseconds, found NaN',
  )
})

test('a signal has one listener for all its waiters, and its abort reaches each of them', () => {
  const listen = createAbortListeners()
  const controller = new AbortController()
  const times: number[] = []
  for (let index = 0; index < 100; index += 1) listen(controller.signal, () => times.push(index))
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
  controller.abort()
  expect(times).toHaveLength(100)
})

test('a waiter that let go of a signal is not notified, and the last one removes the listener', () => {
  const listen = createAbortListeners()
  const controller = new AbortController()
  const events: string[] = []
  const [one, other] = ['one', 'other'].map((name) => listen(controller.signal, () => events.push(name)))
  one?.()
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1)
  other?.()
  expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  listen(controller.signal, () => events.push('later'))
  controller.abort()
  expect(events).toEqual(['later'])
})
