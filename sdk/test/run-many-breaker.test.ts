import { APIError, type BatchProgress, runMany } from '@wfhost/sdk'
import { describe, expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { SUCCESS } from './faults.ts'
import { clientOf, rejectionOf } from './test-client.ts'

/** Starts a batch of 2,000 inputs. The response of the service depends on the number of the request, from 1. */
function startBatch(
  respond: (request: number) => Response,
  limits: { readonly concurrency?: number; readonly maxUnknown?: number } = {},
) {
  const clock = createFakeClock()
  const startedAt = clock.now()
  const sentAt: number[] = []
  const serve = () => respond(sentAt.push(clock.now() - startedAt))
  const { client } = clientOf(serve, { clock })
  const inputs = Array.from({ length: 2000 }, () => ({}))
  const outcomes: string[] = []
  const progress: BatchProgress[] = []
  const onProgress = (one: BatchProgress) => progress.push(one)
  const run = async () => {
    const options = { clock, random: () => 0, concurrency: 1, onProgress, ...limits }
    for await (const { outcome } of runMany(client, 'flow', inputs, options)) outcomes.push(outcome)
  }
  const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
  return { clock, sentAt, outcomes, count, progress, error: rejectionOf(run()) }
}

function broken() {
  return new Response('{}', { status: 503 })
}

describe('A batch whose service leaves outcomes unknown', () => {
  test('pauses after 5 in a row, probes with one input after 5, 20 and 60 s, and ends with the rest not sent', async () => {
    const { clock, sentAt, count, outcomes, progress, error } = startBatch((n) => (n > 20 ? broken() : new Response(SUCCESS)))
    await clock.advance(600_000)
    const thrown = await error
    expect(thrown).toBeInstanceOf(APIError)
    expect(thrown).toMatchObject({ status: 503, mayHaveRun: false, cause: { status: 503, mayHaveRun: true } })
    expect(String(thrown)).toContain('the outcomes of 8 runs in a row are unknown, also after 3 pauses; the last one: Cannot run')
    expect([count('succeeded'), count('unknown'), outcomes.length]).toEqual([20, 8, 28])
    expect(sentAt.slice(25)).toEqual([5_000, 25_000, 85_000])
    expect(progress.find(({ pausedUntil }) => pausedUntil)).toMatchObject({ pauseReason: 'unknown', unknown: 5 })
  })

  test('sends one probe at a time for any number of waiting workers', async () => {
    const { clock, sentAt, count, error } = startBatch(broken, { concurrency: 16 })
    await clock.advance(4_999)
    const atOnce = sentAt.length
    // Before the fifth unknown outcome closes the gate, four workers can have taken another input.
    expect(atOnce).toBeLessThanOrEqual(16 + 4)
    await clock.advance(5_001)
    expect(sentAt).toHaveLength(atOnce + 1)
    await clock.advance(600_000)
    expect(await error).toBeInstanceOf(APIError)
    expect([sentAt.length, count('unknown')]).toEqual([atOnce + 3, atOnce + 3])
  })

  test('continues at full speed once a probe gets through, and then counts from 0', async () => {
    const { clock, sentAt, count, error } = startBatch((n) => (n % 100 < 6 ? broken() : new Response(SUCCESS)), {
      concurrency: 4,
    })
    await clock.advance(3_600_000)
    expect(await error).toBeUndefined()
    expect(sentAt).toHaveLength(2000)
    expect(count('succeeded')).toBeGreaterThan(1850)
  })

  test('continues after single unknown outcomes with known ones between them', async () => {
    const { clock, count, error } = startBatch((n) => (n % 5 === 0 ? new Response('{}', { status: 400 }) : broken()))
    await clock.advance(0)
    expect(await error).toBeUndefined()
    expect([count('unknown'), count('refused')]).toEqual([1600, 400])
  })

  test.each([
    [1, 4],
    [Infinity, 2000],
  ])('is judged by maxUnknown: with %s, %i inputs are sent', async (maxUnknown, sent) => {
    const { clock, sentAt, error } = startBatch(broken, { maxUnknown })
    await clock.advance(600_000)
    await error
    expect(sentAt).toHaveLength(sent)
  })
})
