import { createManualClock, createMockService, createSampleWorld, type MockService, sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { execute, manifest, run } from './call-api.ts'

const { echo, slow } = sampleKeys.workflows

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

test.each(['fixed-window', 'token-bucket'] as const)(
  'every refusal of a %s states the same instant, however late it comes (LIMIT-RETRY-AFTER)',
  async (algorithm) => {
    const clock = createManualClock()
    const mock = createMockService(createSampleWorld(), { clock })
    mock.setRateLimit({ requests: 1, windowMs: 10_000, algorithm })
    await statusOf(mock, 'echo')
    const stated: unknown[] = []
    for (const pause of [0, 4000, 5000]) {
      await clock.advance(pause)
      stated.push((await run(mock, { flowId: 'echo', key: echo })).headers.get('retry-after'))
    }
    expect(stated).toEqual(['10', '6', '1'])
  },
)

test('each key has its own window', async () => {
  const mock = createMockService(createSampleWorld(), { clock: createManualClock() })
  mock.setRateLimit({ requests: 1, windowMs: 1000 })
  expect(await statusOf(mock, 'echo')).toBe(200)
  expect(await run(mock, { flowId: 'echo', key: slow })).toMatchObject({ status: 403 })
  expect(await statusOf(mock, 'echo')).toBe(429)
})

test.each([
  ['a run', (mock: MockService) => run(mock, { flowId: 'echo', key: echo })],
  ['the manifest', (mock: MockService) => manifest(mock, { key: sampleKeys.defaultEnvironment })],
  ['the organization manifest', (mock: MockService) => manifest(mock, { key: sampleKeys.defaultEnvironment, orgId: 'acme' })],
  [
    'an execution',
    (mock: MockService) => execute(mock, { key: sampleKeys.defaultEnvironment, payload: { toolset: 'mail', tool: 'count' } }),
  ],
])('%s is limited', async (...[, call]) => {
  const mock = createMockService(createSampleWorld(), { clock: createManualClock() })
  mock.setRateLimit({ requests: 1, windowMs: 1000 })
  expect([(await call(mock)).status, (await call(mock)).status]).toEqual([200, 429])
})

test('requests without a valid key are not counted', async () => {
  const mock = createMockService(createSampleWorld(), { clock: createManualClock() })
  mock.setRateLimit({ requests: 1, windowMs: 1000 })
  for (let index = 0; index < 5; index += 1)
    expect(await run(mock, { flowId: 'echo', key: 'wrong' })).toMatchObject({ status: 401 })
  expect(await statusOf(mock, 'echo')).toBe(200)
})

test('a limit per organization counts its keys together', async () => {
  const mock = createMockService(createSampleWorld(), { clock: createManualClock() })
  mock.setRateLimit({ requests: 1, windowMs: 1000, per: 'organization' })
  expect(await manifest(mock, { key: sampleKeys.defaultEnvironment })).toMatchObject({ status: 200 })
  expect(await manifest(mock, { key: sampleKeys.stagingEnvironment })).toMatchObject({ status: 429 })
  expect(await manifest(mock, { key: sampleKeys.otherOrganization })).toMatchObject({ status: 400 })
})

test('a limit per workflow counts a tool-hosting key, which has no workflow, by itself', async () => {
  const mock = createMockService(createSampleWorld(), { clock: createManualClock() })
  mock.setRateLimit({ requests: 1, windowMs: 1000, per: 'workflow' })
  expect(await manifest(mock, { key: sampleKeys.defaultEnvironment })).toMatchObject({ status: 200 })
  expect(await manifest(mock, { key: sampleKeys.stagingEnvironment })).toMatchObject({ status: 200 })
  expect(await manifest(mock, { key: sampleKeys.defaultEnvironment })).toMatchObject({ status: 429 })
})

test('a limit per workflow counts each flowId', async () => {
  const mock = createMockService(createSampleWorld(), { clock: createManualClock() })
  mock.setRateLimit({ requests: 1, windowMs: 1000, per: 'workflow' })
  expect([await statusOf(mock, 'echo'), await statusOf(mock, 'draft'), await statusOf(mock, 'echo')]).toEqual([200, 404, 429])
})

test('a limit that makes no sense is refused', () => {
  const mock = createMockService()
  expect(() => mock.setRateLimit({ requests: -1, windowMs: 1 })).toThrow('requests: expected at least 0, found -1')
  expect(() => mock.setRateLimit({ requests: 1, windowMs: 0 })).toThrow('windowMs: expected more than 0, found 0')
})

test('a token bucket lets a burst pass, then one request each share of the window', async () => {
  const clock = createManualClock(0)
  const mock = createMockService(createSampleWorld(), { clock })
  mock.setRateLimit({ requests: 3, windowMs: 6000, algorithm: 'token-bucket' })
  for (let index = 0; index < 3; index += 1) expect(await statusOf(mock, 'echo')).toBe(200)
  const limited = await run(mock, { flowId: 'echo', key: echo })
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2'])
  await clock.advance(1999)
  expect(await statusOf(mock, 'echo')).toBe(429)
  await clock.advance(1)
  expect([await statusOf(mock, 'echo'), await statusOf(mock, 'echo')]).toEqual([200, 429])
  await clock.advance(60_000)
  expect(await Promise.all([1, 2, 3, 4].map(() => statusOf(mock, 'echo')))).toEqual([200, 200, 200, 429])
})

/** A limit is met, an hour passes, and it is met no more; how many milliseconds of the machine that took. */
async function hourOf(algorithm: 'fixed-window' | 'token-bucket'): Promise<number> {
  const clock = createManualClock(Date.UTC(2026, 10, 21, 10))
  const mock = createMockService(createSampleWorld(), { clock, profile: { retryAfterFormat: 'http-date' } })
  mock.setRateLimit({ requests: 1, windowMs: 3_600_000, algorithm })
  const start = performance.now()
  expect(await statusOf(mock, 'echo')).toBe(200)
  const limited = await run(mock, { flowId: 'echo', key: echo })
  expect(limited.headers.get('retry-after')).toBe('Sat, 21 Nov 2026 11:00:00 GMT')
  expect(limited.headers.get('date')).toBe('Sat, 21 Nov 2026 10:00:00 GMT')
  await clock.advance(3_600_000 - 1)
  expect(await statusOf(mock, 'echo')).toBe(429)
  await clock.advance(1)
  const recovered = await run(mock, { flowId: 'echo', key: echo })
  expect([recovered.status, recovered.headers.get('date')]).toEqual([200, 'Sat, 21 Nov 2026 11:00:00 GMT'])
  return performance.now() - start
}

test.each(['fixed-window', 'token-bucket'] as const)('%s: a story of one hour takes no time', async (algorithm) => {
  // Of several, as a busy machine may hold up any one.
  const tookMs = Math.min(await hourOf(algorithm), await hourOf(algorithm), await hourOf(algorithm))
  console.log(`${algorithm}: a story of one hour took ${tookMs.toFixed(1)} ms`)
  expect(tookMs).toBeLessThan(50)
})

test.each(['fixed-window', 'token-bucket'] as const)(
  'a state of a clock that was an hour ahead keeps nobody waiting longer than a window: %s',
  async (algorithm) => {
    const mock = createMockService(createSampleWorld())
    mock.setRateLimit({ requests: 1, windowMs: 60_000, algorithm })
    expect([await statusOf(mock, 'echo'), await statusOf(mock, 'echo')]).toEqual([200, 429])
    const { rateLimit, ...state } = mock.state()
    const counts = rateLimit.counts.map(({ stated = 0, until, ...counted }) => {
      return { ...counted, until: until + 3_600_000, stated: stated + 3_600_000 }
    })
    const next = createMockService(createSampleWorld(), { state: { ...state, rateLimit: { ...rateLimit, counts } } })
    const limited = await run(next, { flowId: 'echo', key: echo })
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  },
)
