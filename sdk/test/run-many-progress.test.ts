import { type BatchProgress, createWorkflowClient, runMany } from '@wfhost/sdk'
import { expect, test } from 'vitest'
import { failedRun } from '../../scripts/run-bodies.ts'
import { createFakeClock } from './fake-clock.ts'
import { SUCCESS } from './faults.ts'

const FAILED = JSON.stringify(failedRun())

test('onProgress is told what started, how it ended, and until when the batch is paused', async () => {
  const answers = [
    new Response(SUCCESS),
    new Response('', { status: 429, headers: { 'retry-after': '2' } }),
    new Response(FAILED),
    new Response('{}', { status: 400 }),
    new Response('{}', { status: 500 }),
    new Response(SUCCESS),
  ]
  const fetch = async () => answers.shift() ?? expect.fail('nothing else is sent')
  const clock = createFakeClock()
  const until = clock.now() + 2000
  const reported: unknown[] = []
  const onProgress = ({ pausedUntil, ...counts }: BatchProgress) =>
    reported.push([counts.started, counts.succeeded, counts.failed, counts.refused, counts.unknown, pausedUntil])
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch, clock, logLevel: 'off' })
  const batch = runMany('flow', [{}, {}, {}, {}, {}], { client, clock, random: () => 1, concurrency: 1, onProgress })
  const drained = (async () => {
    for await (const _ of batch);
  })()
  await clock.advance(2000)
  await drained
  expect(reported).toEqual([
    [1, 0, 0, 0, 0, undefined],
    [1, 1, 0, 0, 0, undefined],
    [2, 1, 0, 0, 0, undefined],
    [2, 1, 0, 0, 0, until],
    [2, 1, 1, 0, 0, undefined],
    [3, 1, 1, 0, 0, undefined],
    [3, 1, 1, 1, 0, undefined],
    [4, 1, 1, 1, 0, undefined],
    [4, 1, 1, 1, 1, undefined],
    [5, 1, 1, 1, 1, undefined],
    [5, 2, 1, 1, 1, undefined],
  ])
})
