import { type BatchItem, createWorkflowClient, runMany } from '@wfhost/sdk'
import { expect, test } from 'vitest'
import { collect } from '../collect.ts'
import { createFakeClock } from '../fake-clock.ts'
import { describeWithProfiles, type Served } from './describe-with-profiles.ts'

/** A service and a client that live by one clock, and a workflow that doubles the number that it is given. */
function openStage(createService: Served['createService'], apiKey = 'key') {
  const clock = createFakeClock()
  const { now, after } = clock
  const service = createService(
    {
      workspaces: [
        {
          id: 'w',
          workflows: [
            {
              ...{ flowId: 'double', key: 'key', published: true },
              parameters: [{ name: 'n', type: 'number', required: true }],
              implementation: ({ n }) => Number(n) * 2,
            },
          ],
        },
      ],
    },
    { clock: { now, sleep: (milliseconds) => new Promise((resolve) => void after(milliseconds, resolve)) } },
  )
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey, fetch: service.fetch, clock, logLevel: 'off' })
  return { clock, service, options: { client, clock, random: () => 1 } }
}

function resultsOf(items: readonly BatchItem<object, unknown>[]): unknown[] {
  return items
    .toSorted((a, b) => a.index - b.index)
    .map((item) => (item.outcome === 'succeeded' ? item.run.result : item.outcome))
}

describeWithProfiles('runMany()', ({ createService }) => {
  test('yields the result of each input, and goes on after one that the workflow refuses', async () => {
    const { options, service } = openStage(createService)
    const { items, error } = await collect(runMany('double', [{ n: 1 }, { n: 'two' }, {}, { n: 4 }], options))
    expect(error).toBeUndefined()
    expect(resultsOf(items)).toEqual([2, 'refused', 'refused', 8])
    expect(service.runs()).toHaveLength(2)
  })

  test('keeps a rate limit of the service: no run is lost, none is done twice, none comes before its time', async () => {
    const { clock, options, service } = openStage(createService)
    service.setRateLimit({ requests: 5, windowMs: 10_000 })
    const numbers = Array.from({ length: 30 }, (_, n) => ({ n }))
    const batch = collect(runMany('double', numbers, { ...options, concurrency: 4 }))
    await clock.advance(100_000)
    const { items, error } = await batch
    expect(error).toBeUndefined()
    expect(resultsOf(items)).toEqual(numbers.map(({ n }) => n * 2))
    expect(service.runs()).toHaveLength(30)
    // Each of the four workers may have been under way when the first was told.
    const refused = service.journal().filter(({ response }) => response?.status === 429).length
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThanOrEqual(6 * 4)
  })
})
