import { type BatchEntry, type BatchItem, type BatchProgress, type BatchStore, type RecordedOutcome, runMany } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { succeeded } from './faults.ts'
import { clientOf, numberOf } from './test-client.ts'

describe('A record that does not settle', () => {
  /** A batch of two inputs, with a record of the first outcome that takes so long. */
  function startBatch({ takes, ...limits }: { takes: number; totalTimeout?: number; signal?: AbortSignal }) {
    const clock = createFakeClock()
    const { client } = clientOf(succeeded, { clock })
    const items: BatchItem<object>[] = []
    const recorded: number[] = []
    const settle = async ({ index }: BatchEntry) => {
      if (index === 0) await new Promise<void>((resolve) => clock.after(takes, resolve))
      recorded.push(index)
    }
    const ended = { at: NaN }
    const startedAt = clock.now()
    const run = async () => {
      const record = { start: () => undefined, settle }
      for await (const item of runMany(client, 'flow', [{}, {}], { ...limits, clock, store: record })) items.push(item)
    }
    const error = run()
      .catch((thrown: unknown) => thrown)
      .finally(() => {
        ended.at = clock.now() - startedAt
      })
    return { clock, items, recorded, ended, error }
  }

  test('delays the end of a batch by 5 s after its total timeout', async () => {
    const { clock, items, ended, error } = startBatch({ takes: Infinity, totalTimeout: 60_000 })
    await clock.advance(600_000)
    expect(ended.at).toBe(65_000)
    expect(items).toMatchObject([{ outcome: 'succeeded' }, { outcome: 'succeeded' }])
    expect(await error).toMatchObject({
      name: 'APITimeoutError',
      message: 'Cannot finish the batch: its total timeout has passed',
    })
    expect(clock.pending()).toBe(1)
  })

  test('delays the end of a batch by 5 s after its abort', async () => {
    const controller = new AbortController()
    const { clock, ended, error } = startBatch({ takes: Infinity, signal: controller.signal })
    await clock.advance(1_000)
    controller.abort()
    await clock.advance(600_000)
    expect(ended.at).toBe(6_000)
    expect(await error).toMatchObject({ name: 'APIUserAbortError' })
  })

  test('has no effect if it settles in that time', async () => {
    const { clock, items, recorded, error } = startBatch({ takes: 62_000, totalTimeout: 60_000 })
    await clock.advance(600_000)
    expect(await error).toBeUndefined()
    expect(items).toHaveLength(2)
    expect(recorded).toEqual([1, 0])
    expect(clock.pending()).toBe(0)
  })
})

function createTable() {
  const table = new Map<string, RecordedOutcome>()
  const record: BatchStore = {
    start: ({ key }) => {
      const before = table.get(key)
      if (before === undefined) table.set(key, 'started')
      return before
    },
    settle: ({ key }, { outcome }) => void (outcome === 'refused' ? table.delete(key) : table.set(key, outcome)),
  }
  return { record, table }
}

describe('A batch with a record', () => {
  const numbers = Array.from({ length: 40 }, (_, n) => ({ n }))

  /** A service that counts the runs of each input. A function makes its responses. */
  function countingService(respond: (n: number) => Response = succeeded) {
    const runs = new Map<number, number>()
    const { client } = clientOf(async (request) => {
      const n = await numberOf(request)
      const response = respond(n)
      if (response.ok) runs.set(n, (runs.get(n) ?? 0) + 1)
      return n % 7 === 6 && runs.size < 20 ? Promise.reject(new TypeError('fetch failed')) : response
    })
    return { client, runs }
  }

  test('resumes where an earlier batch ended, sends no input twice, and counts only its own requests for maxRuns', async () => {
    const { record, table } = createTable()
    const round = { first: true }
    const { client, runs } = countingService((n) => (n === 17 && round.first ? new Response('{}', { status: 401 }) : succeeded()))
    const drain = async (options: { readonly maxRuns?: number }) => {
      const progress: BatchProgress[] = []
      const onProgress = (one: BatchProgress) => progress.push(one)
      for await (const _ of runMany(client, 'flow', numbers, { ...options, store: record, concurrency: 3, onProgress }));
      return progress.at(-1)
    }
    await expect(drain({})).rejects.toMatchObject({ status: 401 })
    round.first = false
    const before = table.size
    expect(before).toBeGreaterThan(10)
    expect([...table.values()]).not.toContain('started')
    table.set('30', 'started')
    expect(await drain({ maxRuns: 39 - before })).toMatchObject({ skipped: before + 1, started: 40 })
    expect(runs.size).toBe(39)
    expect([...runs.values()].every((count) => count === 1)).toBe(true)
  })

  describe('that has recorded all inputs before', () => {
    const concurrency = [1, 4, 8, 40]

    test.each(concurrency)('settles none of them if the store fails, with %i at a time', async (concurrency) => {
      const { record, table } = await recordAll()
      const { client } = countingService()
      const start: BatchStore['start'] = (entry) => {
        if (entry.index === 3) throw new Error('input 3 has changed')
        return record.start(entry)
      }
      const items: unknown[] = []
      const drain = async () => {
        for await (const item of runMany(client, 'flow', numbers, { store: { ...record, start }, concurrency })) items.push(item)
      }

      await expect(drain()).rejects.toThrow('input 3 has changed')
      expect(items).toEqual([])
      expect([...table.values()]).toEqual(numbers.map(() => 'succeeded'))
    })

    const aborts = concurrency.flatMap((concurrency) => [0, 1, 3, 17, 39].map((index) => ({ concurrency, index })))

    test.each(aborts)('settles none of them if it is aborted at input $index, with $concurrency at a time', async (abort) => {
      const { record, table } = await recordAll()
      const { client, runs } = countingService()
      const controller = new AbortController()
      const start: BatchStore['start'] = async (entry) => {
        if (entry.index === abort.index) controller.abort()
        // Databases respond later, and in another order.
        await new Promise((resolve) => setTimeout(resolve, (entry.index * 7) % 5))
        return record.start(entry)
      }
      const options = { store: { ...record, start }, concurrency: abort.concurrency, signal: controller.signal }
      const items: unknown[] = []
      const drain = async () => {
        for await (const item of runMany(client, 'flow', numbers, options)) items.push(item)
      }

      await expect(drain()).rejects.toMatchObject({ name: 'APIUserAbortError' })
      expect(items).toEqual([])
      expect([...table.values()]).toEqual(numbers.map(() => 'succeeded'))
      expect(runs.size).toBe(0)
    })

    /** Runs all inputs with a store that removes the record of a refused input, as the documentation shows it. */
    async function recordAll() {
      const { record, table } = createTable()
      const { client } = clientOf(succeeded)
      for await (const _ of runMany(client, 'flow', numbers, { store: record }));
      return { record, table }
    }
  })

  test('identifies its inputs by the key option, and sends no key twice, even in two concurrent batches', async () => {
    const { record } = createTable()
    const { client, runs } = countingService()
    const drain = async (inputs: readonly { n: number }[]) => {
      for await (const _ of runMany(client, 'flow', inputs, { store: record, key: ({ n }) => `number ${n}` }));
    }
    await Promise.all([drain(numbers), drain(numbers.toReversed()), drain(numbers)])
    expect(runs.size).toBe(40)
    expect([...runs.values()].every((count) => count === 1)).toBe(true)
  })

  test.each([
    ['input 0 has the same', (n: number) => `number ${n % 3}`],
    ['expected a text that names it, found "undefined"', (n: number) => (n === 3 ? String(undefined) : `number ${n}`)],
    ['expected a text that names it, found 3', (n: number) => (n === 3 ? (n as unknown as string) : `number ${n}`)],
  ])('ends before it sends an input without a unique key: %s', async (problem, key) => {
    const { record, table } = createTable()
    const { client, runs } = countingService()
    const drain = async () => {
      for await (const _ of runMany(client, 'flow', numbers, { store: record, key: ({ n }) => key(n) }));
    }
    await expect(drain()).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: `Cannot use key of input 3: ${problem}`,
    })
    // Earlier inputs may have run. Those and no others are recorded.
    expect(Math.max(-1, ...runs.keys())).toBeLessThan(3)
    expect([...table]).toEqual([...runs.keys()].map((n) => [`number ${n}`, 'succeeded']))
  })
})
