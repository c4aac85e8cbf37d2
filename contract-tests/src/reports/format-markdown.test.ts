import { expect, test } from 'vitest'
import { createCleanReport, createSampleReport, hostile } from '../../test/reports/sample-report.ts'
import { escapeMarkdown, formatMarkdown, toCodeBlock } from './format-markdown.ts'

const text = formatMarkdown(createSampleReport())

test('the verdict comes first, then the counts and the areas', () => {
  expect(text).toMatch(/^## ❌ NON-CONFORMANT: staging /)
  expect(text).toContain('| failed | error | warning | blocked | observed | not applicable | passed |')
  expect(text).toContain('| 3 | 1 | 1 | 1 | 1 | 1 | 1 |')
  expect(text).toContain('| run-sync | ❌ NON-CONFORMANT | 1 | 3 | 0 |')
  expect(text).toContain('| execute | not claimed |')
})

test('a failure can be opened and has its exchange and its curl command', () => {
  const failure = text.slice(text.indexOf('<b>failed</b> run-malformed'), text.indexOf('<b>failed</b> run-auth'))
  expect(failure).toContain('expected a refusal with 400, found 200')
  expect(failure).toContain('POST https://api.example.com')
  expect(failure).toContain('sh\ncurl -sS -i -X POST')
  expect(text.match(/<details>/g)).toHaveLength(5)
})

test('writes hostile text without tags or markup outside of code, and does not let it end the code', () => {
  expect(escapeMarkdown('<b> *x* | `y` [z](u)')).toBe('&lt;b&gt; \\*x\\* \\| \\`y\\` \\[z\\]\\(u\\)')
  expect(toCodeBlock('````\nx')).toBe('`````\n````\nx\n`````')
  const outside = text.replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '')
  expect(outside).not.toContain('script>')
  expect(outside.replace(/<\/?(details|summary|b)>/g, '')).not.toContain('<')
})

test('states the omitted length of a report that is too long for GitHub', () => {
  const sample = createSampleReport()
  const failure = { ...sample.checks[1], message: hostile.repeat(200) }
  const long = formatMarkdown({ ...sample, checks: Array.from({ length: 200 }, () => failure) } as typeof sample)
  expect(Buffer.byteLength(long)).toBeLessThan(1024 * 1024)
  expect(long).toMatch(/… and \d+ more, in report\.json\n$/)
})

test('a report without failures ends with its areas', () => {
  expect(formatMarkdown(createCleanReport())).toMatch(/\| run-sync \| ✅ CONFORMANT \| 1 \| 0 \| 0 \|\n$/)
})
