import { expect, test } from 'vitest'
import { trailOfRefusedRun } from './run-trail.ts'

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
