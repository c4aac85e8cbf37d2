import { expect, test } from 'vitest'
import { loadValidators } from '../../proof/selftest/reports.ts'
import { createCleanReport, createSampleReport } from '../../test/reports/sample-report.ts'
import { formatJson } from './format-json.ts'

const { json } = await loadValidators()

test.each([createSampleReport(), createCleanReport()])('a report matches its schema: $verdict', async (report) => {
  expect(await json(formatJson(report))).toEqual([])
})

test.each([
  { fault: 'a verdict that there is not', edit: { verdict: 'skipped' } },
  { fault: 'a failure without a message', edit: { verdict: 'fail', message: '' } },
  { fault: 'a failure of what the source does not show', edit: { evidence: 'notShown', verdict: 'fail', message: 'x' } },
  { fault: 'a field that the model does not have', edit: { key: 'sk-1' } },
])('the schema refuses $fault', async ({ edit }) => {
  const report = createCleanReport()
  const edited = { ...report, checks: report.checks.map((check) => ({ ...check, ...edit })) }
  expect(await json(JSON.stringify(edited))).not.toEqual([])
})

test('contains the whole report', () => {
  expect(JSON.parse(formatJson(createSampleReport()))).toEqual(createSampleReport())
})

test('writes equal reports as the same text, even if their members have another order', () => {
  const text = formatJson(createSampleReport())
  const reversed = JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value,
  )
  expect(JSON.stringify(reversed)).not.toBe(JSON.stringify(JSON.parse(text)))
  expect(formatJson(reversed)).toBe(text)
  expect(text.indexOf('"verdict": "NON-CONFORMANT"')).toBeLessThan(text.indexOf('"checks"'))
})
