import { expect, test } from 'vitest'
import { loadValidators } from '../../proof/selftest/reports/load-validators.ts'
import { createCleanReport, createSampleReport } from '../../test/reports/sample-report.ts'
import { formatSarif } from './format-sarif.ts'

const [run] = JSON.parse(formatSarif(createSampleReport())).runs

test.each([createSampleReport(), createCleanReport()])('is what the schema of SARIF 2.1.0 says: $verdict', async (report) => {
  const { sarif } = await loadValidators()
  expect(await sarif(formatSarif(report))).toEqual([])
})

test('the schema is one that refuses', async () => {
  const { sarif } = await loadValidators()
  expect(await sarif('{"version":"2.1.0"}')).not.toEqual([])
})

test('a verdict is a kind and a level, and only a finding has a level', () => {
  const kinds = Object.fromEntries(
    run.results.map(({ kind, level, properties }: { kind: string; level: string; properties: { verdict: string } }) => [
      properties.verdict,
      `${kind} ${level}`,
    ]),
  )
  expect(kinds).toEqual({
    pass: 'pass none',
    fail: 'fail error',
    warn: 'fail warning',
    observed: 'informational none',
    blocked: 'open none',
    'not-applicable': 'notApplicable none',
    error: 'review none',
  })
})

test('every result names its rule, and a rule is a requirement', () => {
  for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId)
  expect(run.tool.driver.rules[1]).toMatchObject({
    id: 'RUN-MALFORMED',
    shortDescription: { text: 'a malformed body is refused with 400' },
    properties: { section: '7', evidence: 'documented' },
  })
})

test('a failure has its request, its answer and the curl; a known one is suppressed with the reason', () => {
  expect(run.results[1]).toMatchObject({
    message: {
      text: 'expected a refusal with 400, found 200\nRUN-MALFORMED, section 7 (documented): A malformed body is refused with 400.',
    },
    webRequest: { method: 'POST', body: { text: '{"args":' } },
    webResponse: { statusCode: 200 },
    properties: { curl: createSampleReport().checks[1]?.exchanges[1]?.curl },
  })
  expect(run.results[1].suppressions).toBeUndefined()
  expect(run.results[2].suppressions[0].justification).toMatch(/^known until 2027-01-31/)
})

test('an error of the suite is a notification, and the run did not succeed', () => {
  expect(run.invocations[0]).toMatchObject({ executionSuccessful: false, endTimeUtc: '2026-11-20T09:30:04.321Z' })
  expect(run.invocations[0].toolExecutionNotifications).toHaveLength(1)
})
