import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { type RunOutcome, summarize } from './summarize.ts'

const clean: RunOutcome = { tests: [{ name: 'a', state: 'passed' }], errors: 0, aborted: false, skippedFail: false }

describe(summarize, () => {
  test('counts passed and failed tests on the last line', () => {
    const summary = summarize({ ...clean, tests: [...clean.tests, { name: 'b', state: 'failed' }], aborted: true })
    assert.deepEqual(summary, { ok: false, lines: ['1 passed, 1 failed'] })
  })

  test('counts an error outside of a test as a failure', () => {
    assert.equal(summarize({ ...clean, errors: 2, aborted: true }).lines.at(-1), '1 passed, 2 failed')
  })

  test('fails a run that the runner calls failed for reasons of its own', () => {
    assert.equal(summarize({ ...clean, aborted: true }).lines.at(-1), '1 passed, 1 failed')
  })

  test('names a skipped test and fails where skipping is not allowed', () => {
    const tests: RunOutcome['tests'] = [...clean.tests, { name: 'b', state: 'skipped' }]
    assert.equal(summarize({ ...clean, tests }).ok, true)
    const strict = summarize({ ...clean, tests, skippedFail: true })
    assert.deepEqual(strict.lines, ['skipped, which fails under CI: b', '1 passed, 1 failed'])
  })

  test('fails when nothing ran', () => {
    const summary = summarize({ ...clean, tests: [] })
    assert.deepEqual(summary, { ok: false, lines: ['No test ran, which counts as a failure', '0 passed, 1 failed'] })
  })
})
