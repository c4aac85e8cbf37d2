import { type BatchItem, createWorkflowClient, runMany } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { SUCCESS } from './faults.ts'

describe('onOutcome that does not settle', () => {
  /** A batch of two inputs, with a record of the first outcome that takes so long. */
  function startBatch({ takes, ...limits }: { takes: number; deadline?: number; signal?: AbortSignal }) {
    const clock = createFakeClock()
    const fetch = async () => new Response(SUCCESS)
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch, clock })
    const items: BatchItem<object>[] = []
    const recorded: number[] = []
    const onOutcome = async ({ index }: BatchItem<object>) => {
      if (index === 0) await new Promise<void>((resolve) => clock.after(takes, resolve))
      recorded.push(index)
    }
    const ended = { at: NaN }
    const startedAt = clock.now()
    const run = async () => {
      for await (const item of runMany('flow', [{}, {}], { ...limits, client, clock, onOutcome })) items.push(item)
    }
    const error = run()
      .catch((thrown: unknown) => thrown)
      .finally(() => {
        ended.at = clock.now() - startedAt
      })
    return { clock, items, recorded, ended, error }
  }

  test('holds a batch for 5 s after its deadline', async () => {
    const { clock, items, ended, error } = startBatch({ takes: Infinity, deadline: 60_000 })
    await clock.advance(600_000)
    expect(ended.at).toBe(65_000)
    expect(items).toMatchObject([{ outcome: 'succeeded' }, { outcome: 'succeeded' }])
    expect(await error).toMatchObject({ name: 'APITimeoutError', message: 'Cannot finish the batch: its deadline has passed' })
    expect(clock.pending()).toBe(1)
  })

  test('holds a batch for 5 s after its abort', async () => {
    const controller = new AbortController()
    const { clock, ended, error } = startBatch({ takes: Infinity, signal: controller.signal })
    await clock.advance(1_000)
    controller.abort()
    await clock.advance(600_000)
    expect(ended.at).toBe(6_000)
    expect(await error).toMatchObject({ name: 'APIUserAbortError' })
  })

  test('costs nothing if it settles in that time', async () => {
    const { clock, items, recorded, error } = startBatch({ takes: 62_000, deadline: 60_000 })
    await clock.advance(600_000)
    expect(await error).toBeUndefined()
    expect(items).toHaveLength(2)
    expect(recorded).toEqual([1, 0])
    expect(clock.pending()).toBe(0)
  })
})
