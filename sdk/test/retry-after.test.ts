import { createWorkflowClient, type RateLimitError } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { RETRY_AFTER_NOW as NOW, RETRY_AFTER_VALUES } from '../../tools/scripts/retry-after-values.ts'
import { createFakeClock } from './fake-clock.ts'
import { limited, SUCCESS, succeeded } from './faults.ts'
import { response, startRawServer } from './raw-server.ts'
import { clientOf } from './test-client.ts'

const SECOND = 1000

/** The default of `maxRetryAfter`. */
const LONGEST = 120 * SECOND

/** With what cannot be read, the client's own backoff, but no less than this. */
const FLOOR = SECOND

/** The meaning of a header: a wait in milliseconds, the client's own backoff, or a wait that is too long. */
type Meaning = number | 'backoff' | { readonly thrown: number }

function meaningOf(wait: number | 'unreadable' | undefined): Meaning {
  if (wait === 'unreadable') return FLOOR
  if (wait === undefined || wait === 0) return 'backoff'
  return wait > LONGEST ? { thrown: wait } : wait
}

const TABLE: readonly (readonly [header: string | undefined, meaning: Meaning, row?: Row])[] = [
  ...RETRY_AFTER_VALUES.filter(([header]) => header !== '1.5').map(([header, wait, date]) => {
    return [header, meaningOf(wait), date === undefined ? {} : { date }] as const
  }),
  // Not in the RFC: see readRetryDelay.
  ['30.5', 30.5 * SECOND],
  ['1.5, 30.25', 30.25 * SECOND],
  ['120', 120 * SECOND],
  ['121', { thrown: 121 * SECOND }],
  ['2147483', { thrown: 2147483 * SECOND }],
  ['2147484', { thrown: 2147484 * SECOND }],
  ['30', { thrown: 30 * SECOND }, { maxRetryAfter: 29_999 }],
  ['30', 30 * SECOND, { maxRetryAfter: 30_000 }],
  ['30', { thrown: 30 * SECOND }, { totalTimeout: 30_000 }],
  ['30', 30 * SECOND, { totalTimeout: 30_001 }],
  ['2147484', 2147484 * SECOND, { maxRetryAfter: Number.POSITIVE_INFINITY }],
  ['5000000', 5_000_000 * SECOND, { maxRetryAfter: Number.POSITIVE_INFINITY }],
  ['Sat, 21 Nov 2026 10:02:01 GMT', { thrown: 121 * SECOND }],
]

interface Row {
  readonly maxRetryAfter?: number
  readonly totalTimeout?: number
  /** The Date header of the response. */
  readonly date?: string
}

const ROWS = TABLE.map(([header, meaning, row = {}]) => ({ header, meaning, ...row }))

/** With half of the first bound of 500 ms as the random number. */
const BACKOFF = 250

describe('A 429 with Retry-After', () => {
  test.each(ROWS)('$header means $meaning', async ({ header, meaning, date, ...options }) => {
    const clock = createFakeClock(NOW)
    const attempts: number[] = []
    const headers = new Headers(header === undefined ? {} : { 'retry-after': header })
    if (date !== undefined) headers.set('date', date)
    const respond = () =>
      attempts.push(clock.now() - NOW) === 1 ? new Response('', { status: 429, headers }) : new Response(SUCCESS)
    const { client } = clientOf(respond, { clock, random: () => 0.5, timeout: 1000, ...options })
    const call = client.run('flow').catch((error: RateLimitError) => error)
    await clock.advance(0)
    if (typeof meaning === 'object') {
      const error = (await call) as RateLimitError
      expect(error.name).toBe('RateLimitError')
      expect(error.retryAfterMs).toBe(meaning.thrown)
      expect(error.retryAt).toEqual(new Date(NOW + meaning.thrown))
      expect(attempts).toEqual([0])
    } else {
      const wait = meaning === 'backoff' ? BACKOFF : meaning
      await clock.advance(wait - 1)
      expect(attempts).toEqual([0])
      await clock.advance(1)
      expect(attempts).toEqual([0, wait])
      expect(await call).toMatchObject({ status: 'success' })
    }
    expect(clock.pending()).toBe(0)
    count({ 'Retry-After': { headers: 1 } })
  })

  test('that repeats ends in a RateLimitError with the values of the last response', async () => {
    const clock = createFakeClock(NOW)
    const { client, sent } = clientOf(
      (_, number) => new Response('{"message":"slow down"}', { status: 429, headers: { 'retry-after': String(number) } }),
      { clock },
    )
    const call = client.run('flow').catch((error: RateLimitError) => error)
    await clock.advance(10_000)
    expect(await call).toMatchObject({ retryAfterMs: 3000, requirement: 'LIMIT-429', body: { message: 'slow down' } })
    expect(sent).toHaveLength(3)
  })

  test.each(['0', 'Sat, 21 Nov 2026 09:59:59 GMT'])('that repeats %s doubles the waits', async (header) => {
    const clock = createFakeClock(NOW)
    const attempts: number[] = []
    const respond = () => {
      attempts.push(clock.now() - NOW)
      return new Response('', { status: 429, headers: { 'retry-after': header } })
    }
    const { client } = clientOf(respond, { clock, random: () => 0.5, maxRetries: 3 })
    const call = client.run('flow').catch((error: RateLimitError) => error)
    await clock.advance(60_000)
    expect(await call).toMatchObject({ retryAfterMs: 0 })
    expect(attempts).toEqual([0, 250, 750, 1750])
  })

  test.concurrent.each(['1 ', '1\t', ' \t1 \t'])('is read without the white space around it: %j', async (value) => {
    const moments: number[] = []
    await using server = await startRawServer({
      onRequest: ({ socket }) => {
        moments.push(performance.now())
        const limited = `HTTP/1.1 429 Too Many Requests\r\nretry-after:${value}\r\ncontent-length: 0\r\n\r\n`
        socket.write(moments.length === 1 ? limited : response(200, { body: SUCCESS }))
      },
    })
    await createWorkflowClient({ baseUrl: server.url, apiKey: 'canary', random: () => 0 }).run('flow')
    expect((moments[1] ?? 0) - (moments[0] ?? 0)).toBeGreaterThanOrEqual(SECOND)
  })

  test('is observed if a timer fires early', async () => {
    const clock = createFakeClock(NOW)
    const early = { ...clock, after: (ms: number, callback: () => void) => clock.after(ms > 2 ? ms - 1.5 : ms, callback) }
    const attempts: number[] = []
    const respond = () => (attempts.push(clock.now() - NOW) === 1 ? limited(5) : succeeded())
    const { client } = clientOf(respond, { clock: early })
    const call = client.run('flow')
    await clock.advance(10_000)
    await call
    expect(attempts).toEqual([0, 5000])
  })
})
