import { enqueueRuns, type QueueItem } from '@wfhost/queue'
import { runMany } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { flowId, numbers } from './numbers.ts'
import { clientOf, outcomesOf, untilDone, useQueue } from './use-queue.ts'
import { watchStarts } from './watch-starts.ts'

const { open, redis, serve, work } = useQueue()

test('keeps no key that a run repeats, neither from a worker nor from a batch', async () => {
  const queue = await open('repeated')
  const service = await serve(() => Response.json({ status: 'success', result: `Bearer ${service.apiKey}`, stepOutputs: {} }))
  await enqueueRuns(queue, flowId, numbers(1))
  await work(queue, service)
  await untilDone(queue)
  const batch = runMany(clientOf(service), flowId, [{ n: 7 }], { store: queue.store })
  for await (const { outcome } of batch) expect(outcome).toBe('succeeded')
  const results = []
  for await (const { run } of queue.outcomes()) results.push(run?.status === 'success' && run.result)
  expect(results).toEqual(['Bearer [redacted]', 'Bearer [redacted]'])
})

describe(enqueueRuns, () => {
  test('adds an input once, even if it is given twice, again, or by another producer at the same time', async () => {
    const queue = await open('twice')
    expect(await enqueueRuns(queue, flowId, [{ n: 1 }, { n: 2 }, { n: 1 }])).toEqual({ added: 2, known: 1 })
    const producers = await Promise.all([open('twice'), open('twice')])
    const both = await Promise.all(producers.map((each) => enqueueRuns(each, flowId, numbers(1_200))))
    expect(both.reduce((sum, { added }) => sum + added, 0)).toBe(1_198)
    expect(both.reduce((sum, { known }) => sum + known, 0)).toBe(1_202)
    expect(await queue.status()).toMatchObject({ waiting: 1_200 })
  })

  test('adds no input that has run, and treats the same key of another workflow as another input', async () => {
    const queue = await open('ran')
    const service = await serve()
    await work(queue, service)
    const key = ({ n }: { readonly n: number }) => `order ${n % 3}`
    expect(await enqueueRuns(queue, flowId, numbers(3), { key })).toEqual({ added: 3, known: 0 })
    await untilDone(queue)
    expect(await enqueueRuns(queue, flowId, [{ n: 3 }, { n: 3 }], { key })).toEqual({ added: 0, known: 2 })
    expect([...service.ran.keys()].sort()).toEqual([0, 1, 2])
    expect(await enqueueRuns(queue, 'other', [{ n: 0 }], { key })).toEqual({ added: 1, known: 0 })
  })

  test.each([
    { where: 'in one part', second: 4, respond: undefined, first: 'input 1' },
    { where: 'that waits', second: 500, respond: undefined, first: 'input 1' },
    { where: 'that has run', second: 500, respond: () => undefined, first: 'an input that has ended' },
    { where: 'that may have run', second: 500, respond: failed(500), first: 'an input that has ended' },
  ])('refuses another input that has the key of an earlier one $where', async ({ where, second, respond, first }) => {
    const queue = await open(where.replaceAll(' ', '-'))
    if (respond) await work(queue, await serve(respond), { maxUnknown: 1_000, concurrency: 50 })
    async function* inputs() {
      yield* numbers(second)
      if (respond) await untilDone(queue)
      yield { n: 2 }
      yield { n: -1 }
    }
    const key = ({ n }: { readonly n: number }) => `order ${Math.abs(n)}`
    await expect(enqueueRuns(queue, flowId, inputs(), { key })).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: `Cannot add input ${second + 1}: it has the key "order 1" of ${first}`,
    })
  })

  test('names the input that JSON would change, and adds none of its part', async () => {
    const queue = await open('wrong')
    const inputs = [{ n: 1 }, { n: Number.NaN }]
    await expect(enqueueRuns(queue, flowId, inputs)).rejects.toThrow(/^Cannot add input 1: .*payload\.n.*NaN/)
    expect(await queue.status()).toMatchObject({ waiting: 0 })
  })

  test('waits while the number of waiting inputs is at its limit', async () => {
    const queue = await open('bounded')
    const ended = new AbortController()
    const added: number[] = []
    const onProgress = (progress: { readonly added: number }) => {
      added.push(progress.added)
      if (added.length === 1) setTimeout(() => ended.abort(), 500)
    }
    await enqueueRuns(queue, flowId, numbers(1_000), { maxWaiting: 20, onProgress, signal: ended.signal })
    expect(added).toEqual([20])
    await work(queue, await serve(), { concurrency: 50 })
    await enqueueRuns(queue, flowId, numbers(60), { maxWaiting: 20, onProgress: (progress) => added.push(progress.added) })
    expect(added.slice(1)).toEqual([0, 20, 40])
  })
})

describe('a worker', () => {
  test('has the outcomes of runMany, and keeps them', async () => {
    const queue = await open('outcomes')
    const responses = [undefined, failed(400), failed(503), undefined]
    const service = await serve((n) => responses[n]?.())
    await enqueueRuns(queue, flowId, numbers(4))
    await work(queue, service)
    await untilDone(queue)
    expect(Object.fromEntries(await outcomesOf(queue))).toEqual({ 0: 'succeeded', 1: 'refused', 2: 'unknown', 3: 'succeeded' })
    expect(await queue.status()).toMatchObject({
      succeeded: 2,
      failed: 0,
      refused: 1,
      unknown: 1,
      workers: 1,
      stopped: undefined,
    })
    const { value: first } = await queue.outcomes().next()
    expect(first).toMatchObject({ flowId, run: { status: 'success' }, input: { n: expect.any(Number) } })
    // A refused input is tried again when it is added again; an unknown one is not.
    expect(await enqueueRuns(queue, flowId, numbers(4))).toEqual({ added: 1, known: 3 })
  })

  test('passes on outcomes, and keeps unknown ones and those that were not taken', async () => {
    const queue = await open('handed')
    const service = await serve((n) => (n === 2 ? failed(500)() : undefined))
    const taken: QueueItem['outcome'][] = []
    const errors: string[] = []
    const onOutcome = ({ index, outcome }: QueueItem) => {
      if (index === 1) throw new Error('the table is full')
      taken.push(outcome)
    }
    await enqueueRuns(queue, flowId, numbers(4))
    await work(queue, service, { onOutcome, onError: ({ message }) => errors.push(message), concurrency: 1 })
    await untilDone(queue)
    expect({ taken, errors }).toEqual({ taken: ['succeeded', 'unknown', 'succeeded'], errors: ['the table is full'] })
    expect(Object.fromEntries(await outcomesOf(queue))).toEqual({ 1: 'succeeded', 2: 'unknown' })
  })

  test('retries unknown inputs on request, and no others', async () => {
    const queue = await open('again')
    let well = false
    const service = await serve((n) => (!well && n % 2 === 0 ? failed(500)() : undefined))
    await enqueueRuns(queue, flowId, numbers(6))
    await work(queue, service)
    await untilDone(queue)
    well = true
    expect(await queue.retryUnknown()).toBe(3)
    expect(await queue.retryUnknown()).toBe(0)
    await untilDone(queue)
    expect(await queue.status()).toMatchObject({ succeeded: 6, unknown: 0 })
    expect([...(await outcomesOf(queue)).values()]).toEqual(Array.from({ length: 6 }, () => 'succeeded'))
    expect([...service.ran].sort()).toEqual([
      [0, 2],
      [1, 1],
      [2, 2],
      [3, 1],
      [4, 2],
      [5, 1],
    ])
  })

  test('ends its runs before it closes, and leaves the other inputs', async () => {
    const queue = await open('drained')
    const service = await serve((n) => new Promise((resolve) => setTimeout(resolve, 300, n < 0 ? failed(500)() : undefined)))
    await enqueueRuns(queue, flowId, numbers(10))
    const worker = await work(queue, service, { concurrency: 4 })
    await expect.poll(() => queue.status(), { interval: 20 }).toMatchObject({ active: 4 })
    await worker.close()
    expect(await queue.status()).toMatchObject({ succeeded: 4, active: 0, waiting: 6 })
  })

  test('stops the queue if every input would get the same response, and continues after a resume', async () => {
    const queue = await open('stopped')
    let well = false
    const service = await serve(() => (well ? undefined : failed(401)()))
    await enqueueRuns(queue, flowId, numbers(5))
    await work(queue, service, { concurrency: 1 })
    await expect.poll(() => queue.status()).toMatchObject({ stopped: expect.stringContaining('401'), active: 0, waiting: 5 })
    well = true
    await queue.resume()
    await untilDone(queue)
    expect(await queue.status()).toMatchObject({ succeeded: 5, refused: 0, stopped: undefined })
  })
})

describe('all workers', () => {
  test('wait for the Retry-After of any worker: no start and no request comes earlier', {
    timeout: 60_000,
  }, async () => {
    const queue = await open('limited')
    const waits = [1_000, 2_000, 1_500]
    const refused: { readonly from: number; readonly until: number }[] = []
    let seen = 0
    const service = await serve(() => {
      seen += 1
      const last = refused.at(-1)?.until ?? 0
      if (Date.now() < last) return failed(429)()
      const wait = seen > (refused.length + 1) * 60 ? waits[refused.length] : undefined
      if (wait === undefined) return undefined
      const from = Date.now()
      refused.push({ from, until: from + wait })
      return new Response('{}', { status: 429, headers: { 'retry-after': String(wait / 1000) } })
    })
    await enqueueRuns(queue, flowId, numbers(400))
    const queues = await Promise.all(Array.from({ length: 4 }, () => open('limited')))
    const { early, holds, stop } = await watchStarts(queue, redis().url)
    for (const each of queues) await work(each, service, { concurrency: 6 })
    await untilDone(queue, 40_000)
    stop()
    expect(refused).toHaveLength(3)
    for (const { until } of refused) expect(holds.filter((hold) => hold >= until - 1 && hold < until + 1_000)).not.toEqual([])
    expect(early).toEqual([])
    expect([...service.ran.values()]).toEqual(Array.from({ length: 400 }, () => 1))
    count({ 'Retry-After': { 'stated to workers': refused.length } })
  })

  test('wait longer each time after a Retry-After of 0', async () => {
    const queue = await open('limited-by-zero')
    const moments: number[] = []
    const service = await serve(() => {
      moments.push(Date.now())
      return moments.length > 3 ? undefined : new Response('{}', { status: 429, headers: { 'retry-after': '0' } })
    })
    await enqueueRuns(queue, flowId, numbers(1))
    await work(queue, service)
    await untilDone(queue)
    const waits = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0))
    expect(waits.map((wait, index) => wait >= 500 * 2 ** index)).toEqual([true, true, true])
  })

  test('share a rate limit', async () => {
    const queue = await open('rate')
    const service = await serve()
    await enqueueRuns(queue, flowId, numbers(60))
    const limiter = { max: 10, duration: 500 }
    for (const each of [queue, await open('rate')]) await work(each, service, { concurrency: 10, limiter })
    await untilDone(queue)
    const times = service.arrivals.map(({ at }) => at).sort((a, b) => a - b)
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(4 * 500)
  })

  test('share a breaker: after several unknown outcomes in a row, one input tests the service', { timeout: 60_000 }, async () => {
    const queue = await open('breaker')
    let well = false
    const service = await serve((n) => (well || n < 0 ? undefined : failed(503)()))
    await enqueueRuns(queue, flowId, numbers(100))
    for (const each of [queue, await open('breaker')]) await work(each, service, { concurrency: 2 })
    await expect.poll(() => queue.status()).toMatchObject({ pauseReason: 'unknown' })
    const before = service.arrivals.length
    expect(before).toBeLessThanOrEqual(8)
    await expect.poll(() => service.arrivals.length, { interval: 50 }).toBe(before + 1)
    await expect.poll(() => queue.status()).toMatchObject({ pauseReason: 'unknown' })
    well = true
    await queue.resume()
    await untilDone(queue)
    expect(await queue.status()).toMatchObject({ succeeded: 99 - before, unknown: before + 1 })
  })

  test('wait for an unreachable service', async () => {
    const queue = await open('unreachable')
    const service = await serve()
    await service.close()
    await enqueueRuns(queue, flowId, numbers(3))
    await work(queue, service)
    await expect.poll(() => queue.status(), { interval: 20 }).toMatchObject({ pauseReason: 'connection' })
    expect(await queue.status()).toMatchObject({ unknown: 0, refused: 0 })
  })
})

test('batches of runMany use the store of a queue instead of a file, and share it', async () => {
  const service = await serve()
  const client = clientOf(service)
  const shared = await Promise.all([open('record'), open('record'), open('record')])
  const outcomes = await Promise.all(
    shared.map(async ({ store }) => {
      const own: string[] = []
      for await (const { outcome } of runMany(client, flowId, numbers(90), { store, concurrency: 5 })) own.push(outcome)
      return own
    }),
  )
  expect(outcomes.flat()).toEqual(Array.from({ length: 90 }, () => 'succeeded'))
  expect([...service.ran.values()]).toEqual(Array.from({ length: 90 }, () => 1))
})

function failed(status: number): () => Response {
  return () => new Response('{}', { status })
}
