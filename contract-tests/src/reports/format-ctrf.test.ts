import { expect, test } from 'vitest'
import { loadValidators } from '../../proof/selftest/reports/load-validators.ts'
import { createCleanReport, createSampleReport } from '../../test/reports/sample-report.ts'
import { formatCtrf } from './format-ctrf.ts'

const { ctrf } = await loadValidators()
const { results } = JSON.parse(formatCtrf(createSampleReport()))

test.each([createSampleReport(), createCleanReport()])('is what the schema of CTRF says: $verdict', (report) => {
  expect(ctrf(formatCtrf(report))).toEqual([])
})

test('the schema is one that refuses', () => {
  const report = { ...JSON.parse(formatCtrf(createCleanReport())), verdict: 'CONFORMANT' }
  expect(ctrf(JSON.stringify(report))).not.toEqual([])
})

test('the summary counts the tests, and an error of the suite is no success', () => {
  expect(results.summary).toMatchObject({ tests: 9, passed: 2, failed: 4, pending: 1, skipped: 1, other: 1, suites: 5 })
  expect(results.tests.at(-1)).toMatchObject({ status: 'failed', rawStatus: 'error' })
})

test('a failure has its requirement, its exchange and its curl', () => {
  expect(results.tests[1]).toMatchObject({
    name: 'run-malformed: a malformed body is refused with 400',
    labels: { requirement: 'RUN-MALFORMED', section: '7' },
    message: 'expected a refusal with 400, found 200',
    trace: expect.stringContaining('sent:\nPOST https://api.example.com'),
    extra: { curl: createSampleReport().checks[1]?.exchanges[1]?.curl },
  })
})
