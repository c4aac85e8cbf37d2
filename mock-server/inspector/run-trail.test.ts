import { expect, test } from 'vitest'
import { trailOfFailedRun, trailOfRefusedRun } from './run-trail.ts'

test('shows the checks before a refusal as passed, and those after it as not reached', () => {
  expect(trailOfRefusedRun(403)?.map(({ label, state }) => `${label}: ${state}`)).toEqual([
    'Key known: passed',
    'Within limit: passed',
    'Published: passed',
    'Key may run it: stopped',
    'Body read: notReached',
    'Run: notReached',
  ])
})

test('has no checks for a status that no check gives', () => {
  expect(trailOfRefusedRun(500)).toBeUndefined()
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
