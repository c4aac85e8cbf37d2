import { waitForRun } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { rejectionAtOnce } from './at-once.ts'
import { createFakeClock } from './fake-clock.ts'
import { clientOf } from './test-client.ts'

function startOn(clock = createFakeClock()) {
  return { clock, client: clientOf(() => new Response('{"runId":"r"}'), { clock, random: () => 1 }).client }
}

describe('A started run', () => {
  test('is polled at growing intervals until it has ended', async () => {
    const { clock, client } = startOn()
    const startedAt = clock.now()
    const polls: number[] = []
    const poll = async ({ runId }: { runId: string }) => {
      polls.push(clock.now() - startedAt)
      return polls.length === 9 ? { runId, done: true } : undefined
    }
    const started = await client.start('flow')
    const ending = waitForRun(started, { poll, clock, random: () => 1, maxInterval: 5_000 })
    await clock.advance(60_000)
    expect(await ending).toEqual({ runId: 'r', done: true })
    expect(polls).toEqual([0, 1000, 2500, 4750, 8125, 13125, 18125, 23125, 28125])
    expect(clock.pending()).toBe(0)
  })

  test('is waited for until the timeout at most', async () => {
    const { clock, client } = startOn()
    const started = await client.start('flow')
    const poll = async () => undefined
    const ending = waitForRun(started, { poll, clock, timeout: 5_000 }).catch((error: unknown) => error)
    await clock.advance(5_000)
    expect(await ending).toMatchObject({
      ...{ name: 'APITimeoutError', mayHaveRun: true },
      message: 'Cannot wait for run r: no end was seen within 5000 ms (timeout)',
    })
    expect(clock.pending()).toBe(0)
  })

  test('is no longer waited for after an abort, during a poll or between two', async () => {
    for (const poll of [async () => undefined, () => new Promise<never>(() => {})]) {
      const { clock, client } = startOn()
      const controller = new AbortController()
      const started = await client.start('flow')
      const ending = waitForRun(started, { poll, clock, signal: controller.signal })
      await clock.advance(10)
      controller.abort('enough')
      expect(await rejectionAtOnce(ending)).toMatchObject({ name: 'APIUserAbortError', cause: 'enough' })
      expect(clock.pending()).toBe(0)
    }
  })

  test.each([
    { failures: 2, maxRetries: undefined, polls: 3, ending: 'done' },
    { failures: 3, maxRetries: undefined, polls: 3, ending: 'no connection 3' },
    { failures: 1, maxRetries: 0, polls: 1, ending: 'no connection 1' },
    { failures: 9, maxRetries: 9, polls: 10, ending: 'done' },
  ])(
    'is polled $polls times when $failures polls fail and maxRetries is $maxRetries',
    async ({ failures, maxRetries, polls, ending }) => {
      const { clock, client } = startOn()
      const counted = { polls: 0 }
      const poll = async () => {
        counted.polls += 1
        if (counted.polls <= failures) throw new Error(`no connection ${counted.polls}`)
        return 'done'
      }
      const started = await client.start('flow')
      const waiting = waitForRun(started, { poll, clock, maxRetries }).catch((error: Error) => error.message)
      await clock.advance(120_000)
      expect([await waiting, counted.polls]).toEqual([ending, polls])
      expect(clock.pending()).toBe(0)
    },
  )

  test('is still waited for after some failed polls', async () => {
    const { clock, client } = startOn()
    const results = ['broken', undefined, 'broken', 'broken', undefined, 'broken', 'done']
    const poll = async () => {
      const result = results.shift()
      return result === 'broken' ? Promise.reject(new Error(result)) : result
    }
    const waiting = waitForRun(await client.start('flow'), { poll, clock })
    await clock.advance(60_000)
    expect(await waiting).toBe('done')
  })

  test.each(['timeout', 'interval', 'maxInterval', 'maxRetries'])('is refused with a %s that is not a number', async (option) => {
    const { client } = startOn()
    const started = await client.start('flow')
    const poll = () => Promise.reject(new Error('polled'))
    await expect(waitForRun(started, { poll, [option]: Number.NaN })).rejects.toMatchObject({
      ...{
        name: 'ConfigurationError',
        message: expect.stringMatching(`^Cannot use ${option}: expected a (whole )?number.*, found NaN`),
      },
    })
  })
})

describe('waitForRun()', () => {
  test('waits for a run that was started elsewhere', async () => {
    const clock = createFakeClock()
    const polls: string[] = []
    const poll = async ({ runId }: { readonly runId: string }) => (polls.push(runId) === 3 ? { ended: runId } : undefined)
    const waiting = waitForRun('run-7', { poll, clock, random: () => 1 })
    await clock.advance(2_500)
    expect(await waiting).toEqual({ ended: 'run-7' })
    expect(polls).toEqual(['run-7', 'run-7', 'run-7'])
    expect(clock.pending()).toBe(0)
  })

  test('ends at its timeout or an abort, and aborts the poll', async () => {
    const clock = createFakeClock()
    const controller = new AbortController()
    const polls: AbortSignal[] = []
    const poll = (_: object, signal: AbortSignal) => {
      polls.push(signal)
      return new Promise<never>(() => {})
    }
    const catching = (error: unknown) => error
    const late = waitForRun('run-7', { poll, clock, timeout: 5_000 }).catch(catching)
    const aborted = waitForRun('run-7', { poll, clock, signal: controller.signal }).catch(catching)
    controller.abort('enough')
    await clock.advance(5_000)
    expect(await late).toMatchObject({
      ...{ name: 'APITimeoutError', mayHaveRun: true },
      message: 'Cannot wait for run run-7: no end was seen within 5000 ms (timeout)',
    })
    expect(await aborted).toMatchObject({ name: 'APIUserAbortError', cause: 'enough' })
    expect([polls.every((signal) => signal.aborted), polls.length, clock.pending()]).toEqual([true, 2, 0])
  })

  test('does not poll with an invalid run ID', async () => {
    const poll = () => Promise.reject(new Error('polled'))
    for (const runId of ['', undefined as never]) {
      await expect(waitForRun(runId, { poll })).rejects.toMatchObject({ name: 'ConfigurationError' })
    }
  })

  test('refuses a started run whose response had no run ID', async () => {
    const { client } = clientOf(() => new Response('{"state":"queued"}'))
    const poll = async () => 'done'
    await expect(waitForRun(await client.start('flow'), { poll })).rejects.toThrow(
      'Cannot wait for the run: its response had no run ID. Say where it is with the option runId of start()',
    )
  })

  test.each([undefined, {}])('refuses to wait without poll: %j', async (options) => {
    await expect(waitForRun('run-7', options as never)).rejects.toThrow('Cannot use poll: expected a function')
  })
})
