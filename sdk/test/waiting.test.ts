import { createWorkflowClient } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'

function startOn(clock = createFakeClock()) {
  const fetch = async () => new Response('{"runId":"r"}')
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', clock, fetch, random: () => 1 })
  return { clock, client }
}

describe('A started run', () => {
  test('has no wait() when nobody says how to ask', async () => {
    expect(await startOn().client.start('flow')).not.toHaveProperty('wait')
  })

  test('is asked about ever less often, until it has ended', async () => {
    const { clock, client } = startOn()
    const startedAt = clock.now()
    const asked: number[] = []
    const ask = async ({ runId }: { runId: string | undefined }) => {
      asked.push(clock.now() - startedAt)
      return asked.length === 9 ? { runId, done: true } : undefined
    }
    const started = await client.start('flow', {}, { ask })
    const ending = started.wait({ maxInterval: 5_000 })
    await clock.advance(60_000)
    expect(await ending).toEqual({ runId: 'r', done: true })
    expect(asked).toEqual([0, 1000, 2500, 4750, 8125, 13125, 18125, 23125, 28125])
    expect(clock.pending()).toBe(0)
  })

  test('is waited for no longer than the deadline', async () => {
    const { clock, client } = startOn()
    const started = await client.start('flow', {}, { ask: async () => undefined })
    const ending = started.wait({ deadline: 5_000 }).catch((error: unknown) => error)
    await clock.advance(5_000)
    expect(await ending).toMatchObject({
      ...{ name: 'APITimeoutError', mayHaveRun: true },
      message: 'Cannot wait for workflow flow: no whole answer came within 5000 ms (deadline)',
    })
    expect(clock.pending()).toBe(0)
  })

  test('is not waited for any more after an abort, in the middle of a question or between two', async () => {
    for (const ask of [async () => undefined, () => new Promise<never>(() => {})]) {
      const { clock, client } = startOn()
      const controller = new AbortController()
      const started = await client.start('flow', {}, { ask })
      const ending = started.wait({ signal: controller.signal }).catch((error: unknown) => error)
      await clock.advance(10)
      controller.abort('enough')
      expect(await ending).toMatchObject({ name: 'APIUserAbortError', cause: 'enough' })
      expect(clock.pending()).toBe(0)
    }
  })

  test.each([
    { where: 'in the middle of a question', ask: () => new Promise<never>(() => {}) },
    { where: 'between two questions', ask: async () => undefined },
  ])('is let go within 50 ms of an abort $where', async ({ ask }) => {
    const fetch = async () => new Response('{"runId":"r"}')
    const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch })
    const controller = new AbortController()
    const started = await client.start('flow', {}, { ask })
    const ending = started.wait({ signal: controller.signal }).catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const abortedAt = performance.now()
    controller.abort('enough')
    expect(await ending).toMatchObject({ name: 'APIUserAbortError', cause: 'enough' })
    expect(performance.now() - abortedAt).toBeLessThan(50)
  })

  test('passes on what the question ran into', async () => {
    const { client } = startOn()
    const started = await client.start('flow', {}, { ask: () => Promise.reject(new Error('no such run')) })
    await expect(started.wait()).rejects.toThrow('no such run')
  })
})
