import {
  createManualClock,
  createMockService,
  createSampleWorld,
  type MockService,
  type RateLimit,
  sampleKeys,
} from '@wfhost/mock-server'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { execute, manifest, run } from './call-api.ts'

const { echo, 'support-triage': triage } = sampleKeys.workflows

function statusOf(mock: MockService, flowId: 'echo' | 'draft'): Promise<number> {
  return run(mock, { flowId, key: echo }).then(({ status }) => status)
}

test('a fixed window accepts its requests, refuses further ones, and then starts again (LIMIT-429)', async () => {
  const clock = createManualClock()
  const mock = createMockService(createSampleWorld(), { clock })
  mock.setRateLimit({ requests: 2, windowMs: 10_000 })
  expect([await statusOf(mock, 'echo'), await statusOf(mock, 'draft'), await statusOf(mock, 'echo')]).toEqual([200, 404, 429])
  await clock.advance(9999)
  expect(await statusOf(mock, 'echo')).toBe(429)
  await clock.advance(1)
  expect([await statusOf(mock, 'echo'), await statusOf(mock, 'echo'), await statusOf(mock, 'echo')]).toEqual([200, 200, 429])
})

test('every refusal states the same instant at any time (LIMIT-RETRY-AFTER)', async () => {
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

test('a limit per workflow counts the requests of each tool-hosting key separately', async () => {
  const mock = createMockService(createSampleWorld(), { clock: createManualClock() })
  mock.setRateLimit({ requests: 1, windowMs: 1000, per: 'workflow' })
  expect(await manifest(mock, { key: sampleKeys.defaultEnvironment })).toMatchObject({ status: 200 })
  expect(await manifest(mock, { key: sampleKeys.stagingEnvironment })).toMatchObject({ status: 200 })
  expect(await manifest(mock, { key: sampleKeys.defaultEnvironment })).toMatchObject({ status: 429 })
})

test('after a state whose clock was an hour ahead, no client waits longer than one window', async () => {
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

const scripts = 100

const formats = ['seconds', 'http-date'] as const
const subjects = ['key', 'workflow', 'organization'] as const
const combinations = formats.flatMap((retryAfterFormat) => subjects.map((per) => ({ retryAfterFormat, per })))

type Send = (service: MockService) => Promise<{ readonly status: number; readonly headers: Headers }>

/** The requests that count together for each subject, and those that do not. */
const requests: Readonly<Record<(typeof subjects)[number], { readonly same: readonly Send[]; readonly other: Send }>> = {
  key: {
    same: [
      (service) => manifest(service, { key: sampleKeys.defaultEnvironment }),
      (service) => execute(service, { key: sampleKeys.defaultEnvironment, payload: { toolset: 'mail', tool: 'count' } }),
    ],
    other: (service) => manifest(service, { key: sampleKeys.stagingEnvironment }),
  },
  workflow: {
    same: [(service) => run(service, { flowId: 'echo', key: echo }), (service) => run(service, { flowId: 'echo', key: triage })],
    other: (service) => run(service, { flowId: 'support-triage', key: triage, args: { subject: 'x' } }),
  },
  organization: {
    same: [
      (service) => manifest(service, { key: sampleKeys.defaultEnvironment }),
      (service) => manifest(service, { key: sampleKeys.stagingEnvironment }),
    ],
    other: (service) => manifest(service, { key: sampleKeys.publishingOrganization }),
  },
}

const given = fc.record({
  startMs: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  limit: fc.record({ requests: fc.integer({ min: 1, max: 7 }), windowMs: fc.integer({ min: 1, max: 100_000 }) }),
  // In shares of the window.
  gaps: fc.array(fc.double({ min: 0, max: 0.5, noNaN: true }), { minLength: 1, maxLength: 10 }),
  stories: fc.integer({ min: 1, max: 3 }),
})

describe('a refused request is accepted exactly at the time that Retry-After states', () => {
  test.each(combinations)('per $per, as $retryAfterFormat', async ({ per, retryAfterFormat }) => {
    let recoveries = 0
    await fc.assert(
      fc.asyncProperty(given, async ({ gaps, limit, startMs, stories }) => {
        let now = startMs
        const clock = { now: () => now, sleep: async () => {} }
        const service = createMockService(createSampleWorld(), { clock, assumptions: { retryAfterFormat } })
        service.setRateLimit({ ...limit, per } satisfies RateLimit)
        const { other, same } = requests[per]
        let sent = 0
        const send = () => same[sent++ % same.length]?.(service) ?? other(service)
        for (let story = 0; story < stories; story += 1) {
          let response = await send()
          while (response.status !== 429) {
            now += Math.floor(((gaps[sent % gaps.length] ?? 0) * limit.windowMs) / limit.requests)
            response = await send()
          }
          const stated = statedBy(response.headers, now)
          now = stated - 1
          expect(await send()).toMatchObject({ status: 429 })
          if (story === 0) expect(await other(service)).not.toMatchObject({ status: 429 })
          now = stated
          expect(await send()).not.toMatchObject({ status: 429 })
          recoveries += 1
        }
      }),
      { numRuns: scripts, seed: 1 },
    )
    expect(recoveries).toBeGreaterThanOrEqual(scripts)
    count({ 'rate limits': { combinations: [`${per} ${retryAfterFormat}`], recoveries } })
  })
})

function statedBy(headers: Headers, now: number): number {
  const value = headers.get('retry-after') ?? ''
  return /^\d+$/.test(value) ? now + Number(value) * 1000 : Date.parse(value)
}
