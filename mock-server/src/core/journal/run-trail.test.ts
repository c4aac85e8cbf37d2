import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { expect, test } from 'vitest'
import { post } from '../../../test/call-api.ts'
import { runChecks, trailOfFailedRun, trailOfRefusedRun } from './run-trail.ts'

type CheckOrder = keyof typeof runChecks

const checks = Object.entries(runChecks).flatMap(([checkOrder, ofOrder]) =>
  ofOrder.map(({ label, status }, index) => ({ checkOrder: checkOrder as CheckOrder, index, label, status })),
)

function pathOf(flowId: string): string {
  return `/api/v2/external/flows/${flowId}/published-run`
}

test.each(checks)(
  'the server with checkOrder $checkOrder makes the check "$label" before those that follow in the list',
  async ({ checkOrder, index, status }) => {
    const service = createMockService(createSampleWorld(), { assumptions: { checkOrder } })
    // The request fails this check, and each one that follows.
    const passes = (checked: number) => runChecks[checkOrder].slice(0, index).some((check) => check.status === checked)
    const { echo, 'support-triage': otherKey } = sampleKeys.workflows
    const validKey = passes(403) ? echo : otherKey
    const request = {
      path: pathOf(passes(404) ? 'echo' : 'draft'),
      key: passes(401) ? validKey : 'unknown',
      body: passes(400) ? { args: [{ name: 'text', value: 'a' }] } : { args: 'a' },
    }

    if (!passes(429)) {
      service.setRateLimit({ requests: 1, windowMs: 60_000 })
      await post(service, request)
    }
    const response = await post(service, request)

    expect(response.status).toBe(status)
  },
)

test('shows the checks before a refusal as passed, and those after it as not reached', () => {
  expect(trailOfRefusedRun(403, 'documented')?.map(({ label, state }) => `${label}: ${state}`)).toEqual([
    'Key known: passed',
    'Within limit: passed',
    'Published: passed',
    'Key may run it: stopped',
    'Body read: notReached',
    'Run: notReached',
  ])
})

test('shows the rate limit as not reached if the server checks it last', () => {
  const reached = trailOfRefusedRun(404, 'limit-last')?.filter(({ state }) => state !== 'notReached')
  expect(reached?.map(({ label, state }) => `${label}: ${state}`)).toEqual(['Key known: passed', 'Published: stopped'])
})

test('has no checks for a status that no check gives, and for one that two checks give', () => {
  expect(trailOfRefusedRun(500, 'documented')).toBeUndefined()
  expect(trailOfRefusedRun(400, 'body-first')).toBeUndefined()
})

test('a failed run has its steps in the trail, and stops at the step that failed', () => {
  const trail = trailOfFailedRun({ 'look-up': { status: 'success' }, charge: { status: 'failed' } })
  expect(trail.map(({ label, state }) => `${label} ${state}`).slice(3)).toEqual([
    'look-up passed',
    'charge failed',
    'Result notReached',
  ])
  expect(trailOfFailedRun({}).at(-1)).toEqual({ label: 'Result', state: 'failed' })
})
