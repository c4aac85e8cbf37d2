import { type BatchItem, createWorkflowClient, runMany } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { SUCCESS } from './faults.ts'

/** A client whose service gives the answers in turn, and the last one again and again; and how often it was asked. */
function clientOf(...answers: (() => Response)[]) {
  const clock = createFakeClock()
  const counted = { sent: 0 }
  const fetch = async () => {
    counted.sent += 1
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return answer?.() ?? new Response(SUCCESS)
  }
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch, clock, logLevel: 'off' })
  return { clock, counted, options: { client, clock, random: () => 1 } }
}

function succeeded(): Response {
  return new Response(SUCCESS)
}

function limited(): Response {
  return new Response('', { status: 429, headers: { 'retry-after': '60' } })
}

function forbidden(): Response {
  return new Response('{}', { status: 403 })
}

/** Inputs of which only so many ever come, and whether the source was told of the end. */
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

async function collect<Item>(batch: AsyncIterable<Item>) {
  const items: Item[] = []
  try {
    for await (const item of batch) items.push(item)
    return { items, error: undefined }
  } catch (error) {
    return { items, error }
  }
}

describe('A batch that its caller leaves', () => {
  test('does not wait for a source that is stuck in its next input', async () => {
    const { options } = clientOf(succeeded)
    const taken: BatchItem<object>[] = []
    for await (const item of runMany('flow', sourceOf(1).inputs, options)) {
      taken.push(item)
      break
    }
    expect(taken).toHaveLength(1)
  })

  test('sends nothing more, also from lanes that a 429 holds', async () => {
    const { options, clock, counted } = clientOf(succeeded, limited)
    for await (const _ of runMany('flow', sourceOf(9).inputs, { ...options, concurrency: 3 })) break
    expect(counted.sent).toBe(3)
    await clock.advance(600_000)
    expect(counted.sent).toBe(3)
    expect(clock.pending()).toBe(0)
  })

  test('waits until its source has cleaned up', async () => {
    const { options } = clientOf(succeeded)
    const seen = { closed: false }
    async function* inputs() {
      try {
        for (;;) yield {}
      } finally {
        await new Promise((resolve) => setImmediate(resolve))
        seen.closed = true
      }
    }
    for await (const _ of runMany('flow', inputs(), { ...options, concurrency: 1 })) break
    expect(seen.closed).toBe(true)
  })

  test('passes on what goes wrong when its source cleans up', async () => {
    const { options } = clientOf(succeeded)
    async function* inputs() {
      try {
        yield {}
        yield {}
      } finally {
        await Promise.reject(new Error('the file could not be closed'))
      }
    }
    const { error } = await collect(runMany('flow', inputs(), { ...options, maxRuns: 1 }))
    expect(error).toMatchObject({ message: 'the file could not be closed' })
  })
})

describe('A batch that a 403 ends', () => {
  test('does not wait for an input that never comes', async () => {
    const { options } = clientOf(forbidden)
    const { items, error } = await collect(runMany('flow', sourceOf(1).inputs, { ...options, concurrency: 2 }))
    expect(items.map(({ outcome }) => outcome)).toEqual(['refused'])
    expect(error).toMatchObject({ name: 'PermissionDeniedError' })
  })

  test('gives up the inputs that a 429 holds, which did not run', async () => {
    const { options, clock, counted } = clientOf(limited, forbidden)
    const { items, error } = await collect(runMany('flow', sourceOf(9).inputs, { ...options, concurrency: 2 }))
    expect(items.map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
    expect(items.map(({ index }) => index).sort()).toEqual([0, 1])
    expect(error).toMatchObject({ name: 'PermissionDeniedError' })
    await clock.advance(600_000)
    expect(counted.sent).toBe(2)
  })
})

describe('What onProgress throws', () => {
  test.each([
    ['at once', () => expect.fail('broken')],
    ['by a promise', () => Promise.reject(new Error('broken'))],
  ])('costs no result of a batch: %s', async (_, onProgress) => {
    const { options } = clientOf(succeeded)
    const { items, error } = await collect(runMany('flow', [{}, {}, {}], { ...options, onProgress }))
    expect(items.map(({ outcome }) => outcome)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(error).toBeUndefined()
  })
})
