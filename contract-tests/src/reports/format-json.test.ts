import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { createCleanReport, createSampleReport } from '../../test/reports/sample-report.ts'
import { formatJson } from './format-json.ts'
import schema from './report.schema.json' with { type: 'json' }

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false })
addFormats.default(ajv)
const validate = ajv.compile(schema)

test.each([createSampleReport(), createCleanReport()])('a report is what its schema says: $verdict', (report) => {
  validate(JSON.parse(formatJson(report)))
  expect(validate.errors).toBeNull()
})

test.each([
  { fault: 'a verdict that there is not', edit: { verdict: 'skipped' } },
  { fault: 'a failure without a message', edit: { verdict: 'fail', message: '' } },
  { fault: 'a failure of what the source does not show', edit: { evidence: 'notShown', verdict: 'fail', message: 'x' } },
  { fault: 'a field that the model does not have', edit: { key: 'sk-1' } },
])('the schema refuses $fault', ({ edit }) => {
  const report = createCleanReport()
  expect(validate({ ...report, checks: report.checks.map((check) => ({ ...check, ...edit })) })).toBe(false)
})

test('says everything that the report says', () => {
  expect(JSON.parse(formatJson(createSampleReport()))).toEqual(createSampleReport())
})

test('the same report is the same text, in whatever order it was put together', () => {
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
