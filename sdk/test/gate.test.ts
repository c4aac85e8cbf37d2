import { createWorkflowClient, type RateLimitError } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { SUCCESS } from './faults.ts'
import { clientOf } from './test-client.ts'

/** A service that accepts a limited number of requests with one key in each second, and the times of all its requests. */
function createService(limit: number, clock: { readonly now: () => number }) {
  const startedAt = clock.now()
  const sent: { readonly at: number; readonly key: string | null; readonly refused: boolean }[] = []
  const fetch = async ({ headers }: Request) => {
    const at = clock.now() - startedAt
    const key = headers.get('authorization')
    const second = sent.filter((each) => each.key === key && Math.floor(each.at / 1000) === Math.floor(at / 1000))
    const refused = second.filter((each) => !each.refused).length >= limit
    sent.push({ at, key, refused })
    const wait = Math.ceil((1000 - (at % 1000)) / 1000)
    return refused ? new Response('', { status: 429, headers: { 'retry-after': String(wait) } }) : new Response(SUCCESS)
  }
  return { sent, fetch }
}

/** Numbers that are spread evenly, and the same each time. */
function createRandom() {
  let turn = 0
  return () => {
    turn += 0.618
    return turn % 1
  }
}

const baseUrl = 'http://localhost'

describe('A 429 holds back every call of its client and key', () => {
  test('100 concurrent calls are sent again at different times, none early, and all succeed', async () => {
    const clock = createFakeClock()
    const { fetch, sent } = createService(40, clock)
    const client = createWorkflowClient({ baseUrl, apiKey: 'canary', fetch, clock, random: createRandom() })
    const calls = Promise.allSettled(Array.from({ length: 100 }, () => client.run('flow')))
    await clock.advance(20_000)
    expect((await calls).filter(({ status }) => status === 'rejected')).toEqual([])
    const later = sent.filter(({ at }) => at > 0)
    expect(Math.min(...later.map(({ at }) => at))).toBe(1000)
    expect(new Set(later.map(({ at }) => at)).size).toBeGreaterThan(later.length * 0.8)
    expect(sent.length).toBeLessThan(200)
  })

  test('also a call that starts while another one waits, but no call with another key', async () => {
    const clock = createFakeClock()
    const { fetch, sent } = createService(1, clock)
    const apiKey = { a: 'key-a', b: 'key-b' }
    const client = createWorkflowClient({ baseUrl, apiKey, fetch, clock, random: () => 0.5 })
    const first = [client.run('a'), client.run('a')]
    await clock.advance(300)
    const second = [client.run('a'), client.withOptions({ timeout: 5000 }).run('a'), client.run('b')]
    await clock.advance(10_000)
    await Promise.all([...first, ...second])
    const times = (key: string) => sent.filter((each) => each.key === `Bearer ${key}`).map(({ at }) => at)
    expect(times('key-a').filter((at) => at > 0 && at < 1000)).toEqual([])
    expect(times('key-b')).toEqual([300])
  })

  test.each([undefined, '0', 'soon'])(
    'but not its own call: with Retry-After %s that call backs off, also with a maxRetryAfter of 0',
    async (header) => {
      const clock = createFakeClock()
      const headers = new Headers(header === undefined ? {} : { 'retry-after': header })
      const { client, sent } = clientOf(() => new Response('{"message":"slow down"}', { status: 429, headers }), {
        ...{ clock, random: () => 0.5, maxRetryAfter: 0 },
      })
      const call = client.run('flow').catch((thrown: unknown) => thrown)
      await clock.advance(60_000)
      expect(await call).toMatchObject({
        message: 'Cannot run workflow flow: the service responded with 429: slow down',
        body: { message: 'slow down' },
      })
      expect(sent).toHaveLength(3)
    },
  )

  test('and a call that cannot wait so long is refused without being sent', async () => {
    const clock = createFakeClock()
    const { fetch, sent } = createService(1, clock)
    const client = createWorkflowClient({ baseUrl, apiKey: 'canary', fetch, clock })
    const calls = [client.run('flow'), client.run('flow')]
    await clock.advance(400)
    const error = (await client.run('flow', {}, { totalTimeout: 500 }).catch((thrown: unknown) => thrown)) as RateLimitError
    expect(error).toMatchObject({ name: 'RateLimitError', requirement: 'LIMIT-429', mayHaveRun: false, retryAfterMs: 600 })
    expect(error.retryAt).toEqual(new Date(clock.now() + 600))
    expect(sent).toHaveLength(2)
    await clock.advance(5000)
    await Promise.all(calls)
  })

  test('but not when no call waits: a caller who received a 429 decides when to call again', async () => {
    const clock = createFakeClock()
    const { fetch, sent } = createService(1, clock)
    const client = createWorkflowClient({ baseUrl, apiKey: 'canary', fetch, clock, maxRetries: 0 })
    await client.run('flow')
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'RateLimitError' })
    await expect(client.run('flow')).rejects.toMatchObject({ name: 'RateLimitError', status: 429 })
    expect(sent).toHaveLength(3)
  })
})
