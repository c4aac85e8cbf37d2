import { expect, test } from 'vitest'
import { createSampleReport } from '../../test/reports/sample-report.ts'
import { formatProgress } from './format-progress.ts'

test('a check is one line, whatever its message says', () => {
  const lines = createSampleReport().checks.map((check) => formatProgress(check))
  expect(lines).toHaveLength(9)
  for (const line of lines) {
    expect(line).not.toMatch(/\p{Cc}/u)
    expect(line.length).toBeLessThan(220)
  }
  expect(lines[0]).toBe('passed         run-endpoint 31 ms')
  expect(lines[1]).toBe('failed         run-malformed 31 ms expected a refusal with 400, found 200')
  expect(lines[2]).toContain('run-auth 31 ms (known) expected')
})

test('colour is asked for', () => {
  const [check] = createSampleReport().checks
  expect(check && formatProgress(check, { colour: true })).toContain('\u001b[32mpassed')
})

test('what is long is cut, and says how much is left and where it is', () => {
  const [, , check] = createSampleReport().checks
  expect(check && formatProgress(check)).toMatch(/… and \d+ characters more, in report\.json$/)
})
