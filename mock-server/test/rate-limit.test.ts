import { createManualClock, createMockService, createSampleWorld, type MockService, sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { manifest, run } from './call-api.ts'

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

test('each key has its own window', async () => {
  const mock = createMockService(createSampleWorld(), { clock: createManualClock() })
  mock.setRateLimit({ requests: 1, windowMs: 1000 })
  expect(await statusOf(mock, 'echo')).toBe(200)
  expect(await run(mock, { flowId: 'echo', key: slow })).toMatchObject({ status: 403 })
  expect(await statusOf(mock, 'echo')).toBe(429)
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

test('a limit per workflow counts each flowId', async () => {
  const mock = createMockService(createSampleWorld(), { clock: createManualClock() })
  mock.setRateLimit({ requests: 1, windowMs: 1000, per: 'workflow' })
  expect([await statusOf(mock, 'echo'), await statusOf(mock, 'draft'), await statusOf(mock, 'echo')]).toEqual([200, 404, 429])
})

test('a limit that makes no sense is refused', () => {
  const mock = createMockService()
  expect(() => mock.setRateLimit({ requests: -1, windowMs: 1 })).toThrow('expected a whole number of requests, found -1')
  expect(() => mock.setRateLimit({ requests: 1, windowMs: 0 })).toThrow('expected a window of more than 0 ms, found 0')
})
