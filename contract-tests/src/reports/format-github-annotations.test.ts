import { expect, test } from 'vitest'
import { createCleanReport, createSampleReport } from '../../test/reports/sample-report.ts'
import { formatGithubAnnotations } from './format-github-annotations.ts'

const lines = formatGithubAnnotations(createSampleReport()).trimEnd().split('\n')

test('writes one command on each line, even if a server sent line breaks', () => {
  expect(lines.map((line) => line.match(/^::(\w+) title=[^:,]+::/)?.[1])).toEqual([
    ...['notice', 'error', 'warning', 'error', 'error', 'warning', 'notice'],
  ])
})

test('the verdict and the counts come first', () => {
  expect(lines[0]).toMatch(/^::notice title=NON-CONFORMANT%3A staging .*::3 failed, 1 error, 1 warning, 1 blocked/)
  expect(formatGithubAnnotations(createCleanReport()).trimEnd().split('\n')).toHaveLength(1)
})

test('a failure has the expectation, the reason and a command to repeat it, all of them escaped', () => {
  expect(lines[1]).toContain(
    '::error title=failed run-malformed (RUN-MALFORMED)::expected a refusal with 400, found 200%0ARUN-MALFORMED, section 7 (documented): The service refuses a malformed body with 400.%0Acurl -sS',
  )
  expect(lines[2]).toContain('%250A')
})

test('a known failure is a warning', () => {
  expect(lines[2]).toMatch(/^::warning title=failed run-auth/)
  expect(lines[2]).toContain('known until 2027-01-31')
})
