import { type BatchOptions, type BatchProgress, createWorkflowClient, defineWorkflow, runMany } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { failedRun, succeededRun } from '../../tools/scripts/run-bodies.ts'
import { atOnce } from './at-once.ts'
import { createFakeClock } from './fake-clock.ts'
import { limited } from './faults.ts'
import { MEGABYTE, settledHeap } from './settled-heap.ts'
import { clientOf, collect, numberOf } from './test-client.ts'

interface Sent {
  readonly at: number
  readonly n: number
  readonly status: number
}

/** A service in the same process, and its requests. The response to a run depends on the argument n. */
function serviceOf(respond: (n: number, at: number) => Response | Promise<Response>) {
  const clock = createFakeClock()
  const startedAt = clock.now()
  const sent: Sent[] = []
  const busy = { now: 0, most: 0 }
  const serve = async (request: Request) => {
    busy.now += 1
    busy.most = Math.max(busy.most, busy.now)
    const n = await numberOf(request)
    const at = clock.now() - startedAt
    try {
      const response = await respond(n, at)
      sent.push({ at, n, status: response.status })
      return response
    } finally {
      busy.now -= 1
    }
  }
  const { client } = clientOf(serve, { clock })
  return { client, clock, sent, busy, options: { clock, random: () => 1 } satisfies BatchOptions }
}

function succeeded(n: number) {
  return Response.json(succeededRun(n * 2))
}

function failed() {
  return Response.json(failedRun())
}

function numbers(count: number) {
  return Array.from({ length: count }, (_, n) => ({ n }))
}

describe('runMany()', () => {
  test('yields each run when it settles, with the configured concurrency', async () => {
    const arrivals = new EventTarget()
    const arrival = (n: number) => new Promise((resolve) => arrivals.addEventListener(String(n), resolve, { once: true }))
    const [third, sixth] = [arrival(2), arrival(5)]
    const { options, busy, client } = serviceOf(async (n) => {
      arrivals.dispatchEvent(new Event(String(n)))
      await (n === 0 ? sixth : third)
      return n === 3 ? failed() : succeeded(n)
    })
    const workflow = defineWorkflow({ flowId: 'double', args: z.object({ n: z.number() }), result: z.number() })
    const { items, error } = await collect(runMany(client, workflow, numbers(12), { ...options, concurrency: 3 }))
    expect(error).toBeUndefined()
    expect(items.map(({ index }) => index).sort((a, b) => a - b)).toEqual(numbers(12).map(({ n }) => n))
    expect(items[0]?.index).not.toBe(0)
    expect(items.find(({ index }) => index === 5)).toMatchObject({ input: { n: 5 }, outcome: 'succeeded', run: { result: 10 } })
    expect(items.find(({ index }) => index === 3)).toMatchObject({ outcome: 'failed', run: { status: 'failed' } })
    expect(busy.most).toBe(3)
  })

  test('reads an input only when a worker is free and the previous result was read', async () => {
    const { client, options } = serviceOf(succeeded)
    let taken = 0
    async function* source() {
      for (let n = 0; ; n += 1) {
        taken += 1
        yield { n }
      }
    }
    const batch = runMany(client, 'double', source(), { ...options, concurrency: 4 })
    for (let count = 1; count <= 50; count += 1) {
      await batch.next()
      await new Promise((resolve) => setImmediate(resolve))
      expect(taken).toBeLessThanOrEqual(count + 4)
    }
    await batch.return()
    const atTheEnd = taken
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(taken).toBe(atTheEnd)
  })

  test('keeps its memory while the input grows', { timeout: 60_000 }, async () => {
    const fetch = async () => succeeded(1)
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch })
    function* source() {
      for (let n = 0; n < 10_000; n += 1) yield { n, filling: 'x'.repeat(1000) + n }
    }
    let count = 0
    let early = 0
    let late = 0
    for await (const _ of runMany(client, 'double', source())) {
      count += 1
      if (count === 2_000) early = await settledHeap()
      if (count === 10_000) late = await settledHeap()
    }
    expect(count).toBe(10_000)
    // The inputs between the two are 8 MB.
    expect(late - early).toBeLessThan(2 * MEGABYTE)
  })

  test('delays every worker until the time that one 429 states', async () => {
    const window = 10_000
    const allowed = 5
    const used = new Map<number, number>()
    const service = serviceOf((n, at) => {
      const current = Math.floor(at / window)
      used.set(current, (used.get(current) ?? 0) + 1)
      return (used.get(current) ?? 0) > allowed ? limited(Math.ceil(((current + 1) * window - at) / 1000)) : succeeded(n)
    })
    const pauses: BatchProgress[] = []
    const onProgress = (progress: BatchProgress) => void (progress.pausedUntil && pauses.push(progress))
    const batch = collect(runMany(service.client, 'double', numbers(30), { ...service.options, concurrency: 4, onProgress }))
    await service.clock.advance(10 * window)
    const { items, error } = await batch
    expect(error).toBeUndefined()
    expect(items.filter(({ outcome }) => outcome === 'succeeded')).toHaveLength(30)
    for (let current = 0; current < 6; current += 1) {
      const refusals = service.sent.filter(({ at, status }) => status === 429 && Math.floor(at / window) === current)
      expect(refusals.length).toBeLessThanOrEqual(4)
    }
    const early = service.sent.filter(
      ({ at, status }, index) =>
        status !== 429 &&
        service.sent
          .slice(0, index)
          .some((one) => one.status === 429 && one.at < at && Math.floor(one.at / window) === Math.floor(at / window)),
    )
    expect(early).toEqual([])
    expect(pauses.length).toBeGreaterThan(0)
  })

  test.each([401, 403, 404])('ends with a %i after the runs in progress', async (status) => {
    const { client, options, sent } = serviceOf((n) => (n === 4 ? new Response('{}', { status }) : succeeded(n)))
    const { items, error } = await collect(runMany(client, 'double', numbers(100), { ...options, concurrency: 2 }))
    expect(error).toMatchObject({ status })
    expect(items.filter(({ outcome }) => outcome === 'refused').map(({ index }) => index)).toEqual([4])
    expect(sent.length).toBeLessThan(10)
    expect(items).toHaveLength(sent.length)
  })

  test('ends if the wait would exceed its limit', async () => {
    const { client, options, sent } = serviceOf((n) => (n === 2 ? limited(121) : succeeded(n)))
    const { error } = await collect(runMany(client, 'double', numbers(50), { ...options, concurrency: 1 }))
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfterMs: 121_000 })
    expect(sent).toHaveLength(3)
  })

  test('starts at most maxRuns runs, and none after its total timeout', async () => {
    const few = serviceOf(succeeded)
    expect((await collect(runMany(few.client, 'double', numbers(50), { ...few.options, maxRuns: 7 }))).items).toHaveLength(7)
    expect(few.sent).toHaveLength(7)
    const slow = serviceOf((n) => new Promise((resolve) => slow.clock.after(1_000, () => resolve(succeeded(n)))))
    const batch = collect(runMany(slow.client, 'double', numbers(50), { ...slow.options, concurrency: 1, totalTimeout: 3_500 }))
    await slow.clock.advance(60_000)
    const { items, error } = await batch
    expect(error).toMatchObject({ name: 'APITimeoutError' })
    expect(items.map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded', 'succeeded', 'unknown'])
    expect(slow.clock.pending()).toBe(0)
  })

  test('ends with an abort, and reports which runs may have run', async () => {
    const controller = new AbortController()
    const { client, options } = serviceOf((n) => (n < 2 ? succeeded(n) : new Promise<never>(() => {})))
    setTimeout(() => controller.abort('enough'), 30)
    const { items, error } = await collect(
      runMany(client, 'double', numbers(50), { ...options, concurrency: 2, signal: controller.signal }),
    )
    expect(error).toMatchObject({ name: 'APIUserAbortError', cause: 'enough' })
    expect(items.map(({ index, outcome }) => `${index} ${outcome}`).sort()).toEqual([
      '0 succeeded',
      '1 succeeded',
      '2 unknown',
      '3 unknown',
    ])
  })

  test('ends immediately at an abort while a 429 delays its workers, and sends nothing afterwards', async () => {
    const controller = new AbortController()
    const { client, options, clock, sent } = serviceOf(() => limited(1))
    const batch = collect(runMany(client, 'double', numbers(50), { ...options, concurrency: 3, signal: controller.signal }))
    while (sent.length < 3) await clock.advance(1)
    await clock.advance(10)
    controller.abort('enough')
    const { items, error } = await atOnce(batch)
    expect(error).toMatchObject({ name: 'APIUserAbortError', cause: 'enough' })
    expect(items.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused'])
    expect(clock.pending()).toBe(0)
    await clock.advance(60_000)
    expect(sent).toHaveLength(3)
  })

  test('starts no more workers than it has inputs', async () => {
    const { client, options, busy } = serviceOf((n) => new Promise((resolve) => setTimeout(() => resolve(succeeded(n)), 20)))
    const { items } = await collect(runMany(client, 'double', numbers(3), { ...options, concurrency: Number.POSITIVE_INFINITY }))
    expect([items.length, busy.most]).toEqual([3, 3])
  })

  test.each([
    {
      option: 'timeout',
      name: 'ConfigurationError',
      message: 'Cannot use timeout: expected a number above 0, found -1',
    },
    { option: 'totalTimeout', name: 'APITimeoutError', message: 'Cannot finish the batch: its total timeout has passed' },
  ])('refuses a $option below 0 once, not for each input', async ({ option, name, message }) => {
    const { client, options, sent } = serviceOf(succeeded)
    const { items, error } = await collect(runMany(client, 'double', numbers(4), { ...options, [option]: -1 }))
    expect(error).toMatchObject({ name, message, mayHaveRun: false })
    expect([items, sent]).toEqual([[], []])
  })

  test('ends with the error of its source', async () => {
    const { client, options } = serviceOf(succeeded)
    function* source() {
      yield { n: 1 }
      throw new Error('the file broke')
    }
    const { items, error } = await collect(runMany(client, 'double', source(), { ...options, concurrency: 1 }))
    expect(items).toHaveLength(1)
    expect(error).toMatchObject({ message: 'the file broke' })
  })
})

test('onProgress receives the counts of started inputs and outcomes, and the end of a pause', async () => {
  const statuses = [400, 500].map((status) => () => new Response('{}', { status }))
  const clock = createFakeClock()
  const { client } = clientOf([() => succeeded(1), () => limited(2), failed, ...statuses, () => succeeded(1)], { clock })
  const until = clock.now() + 2000
  const reported: unknown[] = []
  const onProgress = ({ pausedUntil, ...counts }: BatchProgress) =>
    reported.push([counts.started, counts.succeeded, counts.failed, counts.refused, counts.unknown, pausedUntil])
  const batch = collect(runMany(client, 'flow', numbers(5), { clock, random: () => 1, concurrency: 1, onProgress }))
  await clock.advance(2000)
  await batch
  expect(reported).toEqual([
    [1, 0, 0, 0, 0, undefined],
    [1, 1, 0, 0, 0, undefined],
    [2, 1, 0, 0, 0, undefined],
    [2, 1, 0, 0, 0, until],
    [2, 1, 1, 0, 0, undefined],
    [3, 1, 1, 0, 0, undefined],
    [3, 1, 1, 1, 0, undefined],
    [4, 1, 1, 1, 0, undefined],
    [4, 1, 1, 1, 1, undefined],
    [5, 1, 1, 1, 1, undefined],
    [5, 2, 1, 1, 1, undefined],
  ])
})
