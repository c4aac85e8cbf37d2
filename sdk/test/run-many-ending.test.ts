import { type BatchEntry, type BatchItem, type BatchStore, NotSentError, type RecordedOutcome, runMany } from '@wfhost/sdk'
import { describe, expect, test, vi } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { limited, succeeded } from './faults.ts'
import { clientOf as clientWith, collect, numberOf } from './test-client.ts'

/** A client with a fake clock, whose service returns the given responses in turn, and the options of its batches. */
function clientOf(...responses: readonly (() => Response)[]) {
  const clock = createFakeClock()
  const { client, sent } = clientWith(responses, { clock })
  return { client, clock, sent, options: { clock, random: () => 1 } }
}

function minute(): Response {
  return limited(60)
}

function forbidden(): Response {
  return new Response('{}', { status: 403 })
}

/** A source that yields `count` inputs and then waits forever. `closed` becomes true when the batch closes the source. */
function sourceOf(count: number) {
  const seen = { closed: false }
  async function* inputs() {
    try {
      for (let n = 0; n < count; n += 1) yield { n }
      await new Promise(() => {})
    } finally {
      seen.closed = true
    }
  }
  return { seen, inputs: inputs() }
}

describe('A batch that its caller leaves', () => {
  test('does not wait for a source that never yields its next input', async () => {
    const { client, options } = clientOf(succeeded)
    const taken: BatchItem<object>[] = []
    for await (const item of runMany(client, 'flow', sourceOf(1).inputs, options)) {
      taken.push(item)
      break
    }
    expect(taken).toHaveLength(1)
  })

  test('sends nothing more, also from workers that a 429 delays', async () => {
    const { client, options, clock, sent } = clientOf(succeeded, minute)
    for await (const _ of runMany(client, 'flow', sourceOf(9).inputs, { ...options, concurrency: 3 })) break
    expect(sent).toHaveLength(3)
    await clock.advance(600_000)
    expect(sent).toHaveLength(3)
    expect(clock.pending()).toBe(0)
  })

  test('waits until its source has cleaned up', async () => {
    const { client, options } = clientOf(succeeded)
    const seen = { closed: false }
    async function* inputs() {
      try {
        for (;;) yield {}
      } finally {
        await new Promise((resolve) => setImmediate(resolve))
        seen.closed = true
      }
    }
    for await (const _ of runMany(client, 'flow', inputs(), { ...options, concurrency: 1 })) break
    expect(seen.closed).toBe(true)
  })

  test('rejects with the error of the cleanup of its source', async () => {
    const { client, options } = clientOf(succeeded)
    async function* inputs() {
      try {
        yield {}
        yield {}
      } finally {
        await Promise.reject(new Error('the file could not be closed'))
      }
    }
    const { error } = await collect(runMany(client, 'flow', inputs(), { ...options, maxRuns: 1 }))
    expect(error).toMatchObject({ message: 'the file could not be closed' })
  })
})

describe('A batch that its caller leaves in the middle', () => {
  /** A service that holds each response after the first one until `release()`, and the inputs that it ran. */
  function heldService() {
    const executed: number[] = []
    const held: (() => void)[] = []
    const { client } = clientWith(async (request) => {
      executed.push(await numberOf(request))
      if (executed.length > 1) await new Promise<void>((resolve) => held.push(resolve))
      return succeeded()
    })
    return { executed, client, release: () => held.splice(0).forEach((resolve) => void resolve()) }
  }
  const inputs = Array.from({ length: 8 }, (_, n) => ({ n }))

  test.each([
    ['by break', () => false],
    ['by what its body throws', () => expect.fail('the disk is full')],
  ])('waits for its runs in progress and reports them, so that none runs twice: %s', async (_, continues) => {
    const { client, executed, release } = heldService()
    const done = new Map<number, RecordedOutcome>()
    const runInputs = async (body: () => boolean) => {
      const record: BatchStore = {
        start: ({ index }) => done.get(index),
        settle: ({ index }, { outcome }) => void (outcome !== 'refused' && done.set(index, outcome)),
      }
      for await (const _item of runMany(client, 'flow', inputs, { concurrency: 4, store: record })) if (!body()) break
    }
    const first = runInputs(continues).catch(() => {})
    await expect.poll(() => executed.length).toBe(4)
    expect(done.size).toBe(1)
    release()
    await first
    expect(done.size).toBe(executed.length)
    const second = runInputs(() => true)
    while (done.size < inputs.length) await new Promise((resolve) => setImmediate(() => resolve(release())))
    await second
    expect([...executed].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })
})

describe('The start of an input in the record', () => {
  test('is waited for before an input is sent, once for each input, also if the input is sent again', async () => {
    const { client, options, clock, sent } = clientOf(minute, succeeded)
    const started: string[] = []
    const start = async ({ index }: BatchEntry) => {
      await new Promise((resolve) => setImmediate(resolve))
      started.push(`${index} after ${sent.length}`)
      return undefined
    }
    const record = { start, settle: () => {} }
    const batch = collect(runMany(client, 'flow', [{}, {}], { ...options, store: record, concurrency: 1 }))
    await clock.advance(60_000)
    await expect(batch).resolves.toMatchObject({ items: [{ outcome: 'succeeded' }, { outcome: 'succeeded' }] })
    expect(started).toEqual(['0 after 0', '1 after 2'])
  })

  test('that never ends does not keep a batch from ending, which another input has stopped', async () => {
    const { client, options, clock } = clientOf(() => new Response('{}', { status: 401 }))
    const start = ({ index }: BatchEntry) => (index === 0 ? undefined : new Promise<undefined>(() => {}))
    const record = { start, settle: () => {} }
    const batch = collect(runMany(client, 'flow', [{}, {}], { ...options, store: record, concurrency: 2 }))

    await clock.advance(5_000)

    const { items, error } = await batch
    expect(items).toMatchObject([{ index: 0, outcome: 'refused' }])
    expect(error).toMatchObject({ status: 401 })
  })

  test('ends the batch with its error, and the input is not sent', async () => {
    const { client, options, sent } = clientOf(succeeded)
    const start = ({ index }: BatchEntry) => (index < 2 ? undefined : Promise.reject(new Error('the disk is full')))
    const settled: number[] = []
    const record = { start, settle: ({ index }: BatchEntry) => void settled.push(index) }
    const { items, error } = await collect(
      runMany(client, 'flow', [{}, {}, {}, {}], { ...options, store: record, concurrency: 1 }),
    )
    // The store has not said whether input 2 ran in an earlier batch, so it has no outcome.
    expect(items.map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded'])
    expect(settled).toEqual([0, 1])
    expect(error).toMatchObject({ name: 'Error', message: 'the disk is full' })
    expect(sent).toHaveLength(2)
  })
})

test.each([{ team: 'x' }, 'x', undefined])(
  'A client that resolves with %j, and not with a run, ends a batch: the input may have run',
  async (result) => {
    const run = vi.fn(async () => result as never)
    const { items, error } = await collect(runMany({ run }, 'flow', [{}, {}, {}], { concurrency: 1 }))
    expect(items).toMatchObject([{ outcome: 'unknown', error }])
    expect(error).toMatchObject({ message: expect.stringMatching(/input 0: the client resolved with .+, not with a run$/) })
    expect(run).toHaveBeenCalledOnce()
  },
)

test('An error in code around a client after a run makes the outcome unknown, so that the input is not sent again', async () => {
  const { client, options, sent } = clientOf(succeeded)
  const run = async (...call: Parameters<typeof client.run>) => {
    await client.run(...call)
    throw new Error('cannot save the result')
  }
  const settle = vi.fn()
  const record = { start: () => undefined, settle }
  const { items } = await collect(runMany({ run: run as never }, 'flow', [{}], { ...options, store: record }))
  const message = 'Cannot determine the outcome of input 0: Error: cannot save the result'
  expect(items).toMatchObject([{ outcome: 'unknown', error: { name: 'APIError', message, mayHaveRun: true } }])
  expect(settle.mock.calls).toMatchObject([[{ key: '0' }, { outcome: 'unknown' }]])
  expect(sent).toHaveLength(1)
})

test('An error of the record about an outcome ends a batch without the loss of a result', async () => {
  const { client, options, sent } = clientOf(succeeded)
  const record = { start: () => undefined, settle: () => expect.fail('the disk is full') }
  const { items, error } = await collect(runMany(client, 'flow', [{}, {}, {}, {}], { ...options, store: record, concurrency: 2 }))
  expect(error).toMatchObject({ message: 'the disk is full' })
  expect(items).toHaveLength(sent.length)
  expect(sent.length).toBeLessThan(4)
})

describe.each([
  { what: 'a 401', respond: () => new Response('{}', { status: 401 }), name: 'AuthenticationError' },
  { what: 'a wait beyond its total timeout', respond: minute, name: 'RateLimitError' },
])('A batch that ends by $what', ({ respond, name }) => {
  test.each([
    [2, 2],
    [2, 4],
    [3, 4],
    [4, 4],
    [5, 4],
  ])('throws the error with %i inputs in %i workers', async (count, concurrency) => {
    const { client, options } = clientOf(respond)
    const inputs = Array.from({ length: count }, () => ({}))
    const { items, error } = await collect(runMany(client, 'flow', inputs, { ...options, concurrency, totalTimeout: 1_000 }))
    expect(error).toMatchObject({ name })
    expect(new Set(items.map(({ outcome }) => outcome))).toEqual(new Set(['refused']))
  })
})

test('A batch with late timers starts nothing after its total timeout', async () => {
  const time = { now: 0 }
  const late = { now: () => time.now, sleep: () => new Promise<never>(() => {}) }
  const respond = () => {
    time.now += 100
    return succeeded()
  }
  const { client, sent } = clientWith(respond, { clock: late })
  const inputs = Array.from({ length: 50 }, () => ({}))
  const { items, error } = await collect(runMany(client, 'flow', inputs, { clock: late, totalTimeout: 150, concurrency: 1 }))
  expect(error).toMatchObject({ name: 'APITimeoutError' })
  expect(items.map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded', 'refused'])
  expect(sent).toHaveLength(2)
})

describe('A batch that a 403 ends', () => {
  test('does not wait for an input that never comes', async () => {
    const { client, options } = clientOf(forbidden)
    const { items, error } = await collect(runMany(client, 'flow', sourceOf(1).inputs, { ...options, concurrency: 2 }))
    expect(items.map(({ outcome }) => outcome)).toEqual(['refused'])
    expect(error).toMatchObject({ name: 'PermissionDeniedError' })
  })

  test('abandons the inputs that a 429 delays, which did not run', async () => {
    const { client, options, clock, sent } = clientOf(minute, forbidden)
    const { items, error } = await collect(runMany(client, 'flow', sourceOf(9).inputs, { ...options, concurrency: 2 }))
    expect(items.map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
    expect(items.map(({ index }) => index).sort()).toEqual([0, 1])
    expect(error).toMatchObject({ name: 'PermissionDeniedError' })
    await clock.advance(600_000)
    expect(sent).toHaveLength(2)
  })
})

describe('An error of onProgress', () => {
  test.each([
    ['at once', () => expect.fail('broken')],
    ['by a promise', () => Promise.reject(new Error('broken'))],
  ])('does not cost a result of the batch: %s', async (_, onProgress) => {
    const { client, options } = clientOf(succeeded)
    const { items, error } = await collect(runMany(client, 'flow', [{}, {}, {}], { ...options, onProgress }))
    expect(items.map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(error).toBeUndefined()
  })
})

test.each([0, 3])('A batch sends unsent inputs again %i times, and then ends', async (maxRetries) => {
  const refuse = () => Promise.reject(new NotSentError('The tunnel is down'))
  const { client, sent } = clientWith(refuse, { maxRetries: 9 })
  const { items, error } = await collect(runMany(client, 'flow', [{}, {}], { maxRetries, random: () => 0, concurrency: 1 }))
  expect(sent).toHaveLength(1 + maxRetries)
  expect(items.map(({ outcome }) => outcome)).toEqual(['refused'])
  expect(error).toMatchObject({ name: 'APIConnectionError', mayHaveRun: false })
})

test('An input that is undefined is refused, and does not run without arguments', async () => {
  const { client, options, sent } = clientOf(succeeded)
  const { items } = await collect(runMany(client, 'flow', [{ n: 1 }, undefined as never], { ...options, concurrency: 1 }))
  expect(items.map(({ outcome }) => outcome)).toEqual(['succeeded', 'refused'])
  expect(items[1]).toMatchObject({ error: { message: expect.stringContaining('expected an object, found null') } })
  expect(sent).toHaveLength(1)
})
