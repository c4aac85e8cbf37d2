import { createManualClock, createMockService, type MockService, type Profile } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { run } from './call-api.ts'

function serviceWith(profile: Partial<Profile>, clock = createManualClock(0)): MockService {
  const workflows = [
    { flowId: 'f', key: 'k', published: true, implementation: () => 'done' },
    { flowId: 'slow', key: 's', published: true, implementation: () => clock.sleep(10_000).then(() => 'late') },
    { flowId: 'bad', key: 'b', published: true, implementation: () => Promise.reject(new Error('no')) },
  ]
  return createMockService({ workspaces: [{ id: 'w', workflows }] }, { profile, clock })
}

test('RUN-MODE-DEFAULT: a request without a mode runs as the profile says', async () => {
  expect((await run(serviceWith({ defaultMode: 'async' }), { flowId: 'f', key: 'k' })).body).toHaveProperty('runId')
  expect((await run(serviceWith({}), { flowId: 'f', key: 'k' })).body).toHaveProperty('result', 'done')
})

test('RUN-ID-FIELD: the run ID has the name and the answer the status that the profile says', async () => {
  const mock = serviceWith({ runIdField: 'executionId', asyncStatus: 202 })
  const { body, status } = await run(mock, { flowId: 'f', key: 'k', mode: 'async' })
  expect(status).toBe(202)
  expect(body).toEqual({ executionId: mock.runs()[0]?.runId })
})

test('RUN-FAILED-HTTP: a failed run has the status that the profile says', async () => {
  const { body, status } = await run(serviceWith({ failedRunStatus: 422 }), { flowId: 'bad', key: 'b' })
  expect(status).toBe(422)
  expect(body).toMatchObject({ status: 'failed', error: { value: 'no' } })
})

test('RUN-TIMEOUT-FORM: a sync run that takes longer than the profile allows is a 504, and goes on', async () => {
  const clock = createManualClock(0)
  const mock = serviceWith({ syncTimeoutMs: 3000 }, clock)
  const answer = run(mock, { flowId: 'slow', key: 's' })
  await clock.advance(3000)
  expect(await answer).toMatchObject({ status: 504, body: { message: 'The workflow did not end within 3000 ms' } })
  await clock.advance(7000)
  expect(await mock.awaitRun(mock.runs()[0]?.runId ?? '')).toMatchObject({ result: 'late' })
})

test('LIMIT-RETRY-AFTER: seconds or a date, as the profile says, and recovery at that instant', async () => {
  for (const [retryAfterFormat, expected] of [
    ['seconds', '60'],
    ['http-date', 'Thu, 01 Jan 1970 00:01:00 GMT'],
  ] as const) {
    const clock = createManualClock(0)
    const mock = serviceWith({ retryAfterFormat }, clock)
    mock.setRateLimit({ requests: 1, windowMs: 59_500 })
    await run(mock, { flowId: 'f', key: 'k' })
    const limited = await run(mock, { flowId: 'f', key: 'k' })
    expect(limited.status).toBe(429)
    expect(limited.headers.get('retry-after')).toBe(expected)
    await clock.advance(60_000)
    expect(await run(mock, { flowId: 'f', key: 'k' })).toMatchObject({ status: 200 })
  }
})
