import { expect, test } from 'vitest'
import { loadValidators } from '../../proof/selftest/reports.ts'
import { createCleanReport, createSampleReport } from '../../test/reports/sample-report.ts'
import { formatJunit } from './format-junit.ts'

const xml = formatJunit(createSampleReport())

test.each([createSampleReport(), createCleanReport()])('is well-formed and valid: $verdict', async (report) => {
  const { junit } = await loadValidators()
  expect(await junit(formatJunit(report))).toEqual([])
})

test('the schema refuses an invalid file', async () => {
  const { junit } = await loadValidators()
  expect(await junit(xml.replace(/ tests="9"/, ''))).not.toEqual([])
})

test('a failure, an error and an undecided check are elements, not only numbers', () => {
  expect(xml).toMatch(
    /<testcase classname="wfhost-conformance\.run-sync" name="run-malformed: [^"]+ \(RUN-MALFORMED\)" time="0\.031">\n\s+<failure message="expected a refusal with 400, found 200" type="RUN-MALFORMED">/,
  )
  expect(xml).toMatch(/<error message="TypeError: x is not a function&#10;/)
  expect(xml).toContain(
    '<error message="blocked: the target declares no workflow with typed parameters (fixtures.typed)" type="blocked">',
  )
  expect(xml).toContain('<skipped message="not applicable: the area execute is not claimed"/>')
})

test('the numbers are the counts of the elements, in each suite and in total', () => {
  const found = (part: string) => ({
    tests: part.match(/<testcase /g)?.length ?? 0,
    failures: part.match(/<failure /g)?.length ?? 0,
    errors: part.match(/<error /g)?.length ?? 0,
    skipped: part.match(/<skipped /g)?.length ?? 0,
  })
  const stated = (part: string) =>
    Object.fromEntries(
      ['tests', 'failures', 'errors', 'skipped'].map((name) => [name, Number(part.match(`${name}="(\\d+)"`)?.[1])]),
    )
  expect(stated(xml)).toEqual({ tests: 9, failures: 3, errors: 2, skipped: 2 })
  expect(stated(xml)).toEqual(found(xml))
  const suites = xml.match(/<testsuite [\s\S]*?<\/testsuite>/g) ?? []
  expect(suites).toHaveLength(5)
  for (const suite of suites) expect(stated(suite)).toEqual(found(suite))
})

test('the text of a failure has the exchange and the curl command', () => {
  expect(xml).toContain('repeat: curl -sS -i -X POST &#39;https://api.example.com')
  expect(xml).toContain('again: wfhost-conformance run -c staging.yaml --only run-malformed')
})
