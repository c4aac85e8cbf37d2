import { APITimeoutError, type Clock, ConfigurationError, createWorkflowClient, runMany, waitForRun } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { SUCCESS } from './faults.ts'

const NEVER_ADVANCES = 'Cannot use clock: sleep() resolves, but now() does not advance'
const SLEEP_FAILS = 'Cannot use clock: sleep() failed'

/** Clocks that a test writes by hand, and that cannot measure time. */
const CLOCKS: Readonly<Record<string, { readonly clock: Clock; readonly message: string }>> = {
  'does not sleep': { clock: { now: () => Date.now(), sleep: async () => {} }, message: NEVER_ADVANCES },
  'stands still': { clock: { now: () => 0, sleep: async () => {} }, message: NEVER_ADVANCES },
  'goes back': { clock: { now: countDown(), sleep: async () => {} }, message: NEVER_ADVANCES },
  'returns no promise': { clock: { now: () => 0, sleep: (() => {}) as never }, message: NEVER_ADVANCES },
  'rejects a sleep': { clock: { now: () => 0, sleep: () => Promise.reject(new Error('no timer')) }, message: SLEEP_FAILS },
  'throws in a sleep': {
    clock: {
      now: () => 0,
      sleep: () => {
        throw new Error('no timer')
      },
    },
    message: SLEEP_FAILS,
  },
}

function countDown(): () => number {
  let time = 0
  return () => {
    time -= 1
    return time
  }
}

function neverResponds(): Promise<Response> {
  return new Promise(() => {})
}

async function refuse(): Promise<Response> {
  return new Response('{}', { status: 429 })
}

const options = { baseUrl: 'http://localhost', apiKey: 'canary', logLevel: 'off' } as const

test('a clock that returns NaN ends a run immediately, because its timeout would never come', async () => {
  const clock: Clock = { now: () => Number.NaN, sleep: (milliseconds) => (milliseconds === 0 ? Promise.resolve() : neverEnds()) }
  const client = createWorkflowClient({ ...options, clock, fetch: neverResponds })

  await expect(client.run('f')).rejects.toBeInstanceOf(APITimeoutError)
})

function neverEnds(): Promise<void> {
  return new Promise(() => {})
}

describe.for(Object.entries(CLOCKS))('A clock that %s', ([, { clock, message }]) => {
  test('ends a run with an error that names the clock, even if no response comes', async () => {
    const client = createWorkflowClient({ ...options, clock, fetch: neverResponds })
    const error: unknown = await client.run('f').catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(APITimeoutError)
    expect(error).toMatchObject({ message: `Cannot run workflow f: ${message}` })
    expect((error as Error).cause).toBeInstanceOf(ConfigurationError)
  })

  test('says that the run may have happened once the request was sent', async () => {
    const client = createWorkflowClient({ ...options, clock, fetch: neverResponds })
    await expect(client.run('f')).rejects.toMatchObject({ mayHaveRun: true })
  })

  test('ends a run with a total timeout', async () => {
    const client = createWorkflowClient({ ...options, clock, fetch: neverResponds, timeout: Infinity, totalTimeout: 1000 })
    await expect(client.run('f')).rejects.toThrow(message)
  })

  test('ends a call that would wait for its retry', async () => {
    const client = createWorkflowClient({ ...options, clock, fetch: refuse, timeout: Infinity })
    await expect(client.run('f')).rejects.toMatchObject({ message, code: 'configuration', mayHaveRun: false })
  })

  test('ends a batch that would wait for a retry', async () => {
    const client = createWorkflowClient({ ...options, fetch: refuse, maxRetries: 0 })
    const outcomes: string[] = []
    const batch = async () => {
      for await (const { outcome } of runMany(client, 'f', [{}, {}], { clock, concurrency: 1 })) outcomes.push(outcome)
    }
    await expect(batch()).rejects.toMatchObject({ message, code: 'configuration' })
    expect(outcomes).toEqual(['refused'])
  })

  test('ends the wait for a run', async () => {
    const wait = waitForRun('1', { clock, timeout: 1000, poll: async () => undefined })
    await expect(wait).rejects.toThrow(message)
  })
})

test('A clock that wakes early, and advances, only waits for longer', async () => {
  let time = 0
  const sleep = async (milliseconds: number) => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    time += Math.min(milliseconds, 100)
  }
  let requests = 0
  const fetch = async () => {
    requests += 1
    return requests === 1 ? new Response('{}', { status: 429, headers: { 'retry-after': '2' } }) : new Response(SUCCESS)
  }
  const client = createWorkflowClient({ ...options, clock: { now: () => time, sleep }, fetch })
  await expect(client.run('f')).resolves.toMatchObject({ status: 'success' })
  expect(time).toBeGreaterThanOrEqual(2000)
})
