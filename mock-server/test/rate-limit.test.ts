import { createManualClock, createMockService, createSampleWorld, type MockService, sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { manifest, run } from './call-api.ts'

const { echo } = sampleKeys.workflows

function statusOf(mock: MockService, flowId: 'echo' | 'draft'): Promise<number> {
  return run(mock, { flowId, key: echo }).then(({ status }) => status)
}

test('a fixed window lets its requests pass, limits the rest, and begins anew (LIMIT-429)', async () => {
  const clock = createManualClock()
  const mock = createMockService(createSampleWorld(), { clock })
  mock.setRateLimit({ requests: 2, windowMs: 10_000 })
  expect([await statusOf(mock, 'echo'), await statusOf(mock, 'draft'), await statusOf(mock, 'echo')]).toEqual([200, 404, 429])
  await clock.advance(9999)
  expect(await statusOf(mock, 'echo')).toBe(429)
  await clock.advance(1)
  expect([await statusOf(mock, 'echo'), await statusOf(mock, 'echo'), await statusOf(mock, 'echo')]).toEqual([200, 200, 429])
})

test('every refusal states the same instant, however late it comes (LIMIT-RETRY-AFTER)', async () => {
  const clock = createManualClock()
  const mock = createMockService(createSampleWorld(), { clock })
  mock.setRateLimit({ requests: 1, windowMs: 10_000 })
  await statusOf(mock, 'echo')
  const stated: unknown[] = []
  for (const pause of [0, 4000, 5000]) {
    await clock.advance(pause)
    stated.push((await run(mock, { flowId: 'echo', key: echo })).headers.get('retry-after'))
  }
  expect(stated).toEqual(['10', '6', '1'])
})

test('a limit per workflow counts a tool-hosting key, which has no workflow, by itself', async () => {
  const mock = createMockService(createSampleWorld(), { clock: createManualClock() })
  mock.setRateLimit({ requests: 1, windowMs: 1000, per: 'workflow' })
  expect(await manifest(mock, { key: sampleKeys.defaultEnvironment })).toMatchObject({ status: 200 })
  expect(await manifest(mock, { key: sampleKeys.stagingEnvironment })).toMatchObject({ status: 200 })
  expect(await manifest(mock, { key: sampleKeys.defaultEnvironment })).toMatchObject({ status: 429 })
})

test('a state of a clock that was an hour ahead keeps nobody waiting longer than a window', async () => {
  const mock = createMockService(createSampleWorld())
  mock.setRateLimit({ requests: 1, windowMs: 60_000 })
  expect([await statusOf(mock, 'echo'), await statusOf(mock, 'echo')]).toEqual([200, 429])
  const { rateLimit, ...state } = mock.state()
  const counts = rateLimit.counts.map(({ stated = 0, until, ...counted }) => {
    return { ...counted, until: until + 3_600_000, stated: stated + 3_600_000 }
  })
  const next = createMockService(createSampleWorld(), { state: { ...state, rateLimit: { ...rateLimit, counts } } })
  const limited = await run(next, { flowId: 'echo', key: echo })
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(60)
})
