import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCleanReport, createSampleReport } from '../../test/reports/sample-report.ts'
import { compareReports, formatComparisonHtml } from './compare-reports.ts'
import { formatHtml } from './format-html.ts'

const html = formatHtml(createSampleReport())
const icon = /<link rel="icon" href="data:image\/svg\+xml,[^"]+">/

test('the page has one style and one script of its own, and loads nothing', () => {
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html.match(/<style/g)).toHaveLength(1)
  const htmlWithoutIcon = html.replace(icon, '')
  expect(htmlWithoutIcon).not.toMatch(/<(link|img|iframe|object|embed|base)\b|\ssrc=|\sstyle=|\son\w+=|@import|url\(/)
  // Links to requirements load nothing before a reader follows them.
  expect(htmlWithoutIcon.match(/href="(?!#|https:\/\/wfhost\.github\.io\/wfhost\/reference\/)/g)).toBeNull()
})

test.each([
  ['the report', html],
  ['a comparison', formatComparisonHtml(compareReports(createSampleReport(), createCleanReport()))],
])('%s contains its icon, and its policy allows it', (_name, page) => {
  expect(page).toMatch(icon)
  expect(page).toContain('; img-src data:;')
})

test.each(['style', 'script'])('the policy of the page allows its own %s', (name) => {
  const text = html.match(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`))?.[1] ?? ''
  const policy = html.match(/Content-Security-Policy" content="([^"]*)"/)?.[1]
  expect(policy).toContain(`${name}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  expect(policy).toContain("default-src 'none'")
})

test('every check is a row, and every cause a card with its remedy, its exchange and its commands', () => {
  const { causes } = createSampleReport()
  expect(html.match(/<tr data-verdict=/g)).toHaveLength(9)
  expect(html.match(/<article class="card cause"/g)).toHaveLength(causes.length)

  const card = html.slice(html.indexOf('id="cause-1"'), html.indexOf('id="cause-2"'))
  expect(card).toContain('<strong>What to do.</strong> The document requires: a malformed body is refused with 400.')
  expect(card).toContain('RUN-MALFORMED, section 7 (documented)')
  expect(card).toContain('<strong>Sent</strong>')
  expect(card).toContain('<strong>Received</strong>')
  expect(card).toContain('<span class="sign" aria-hidden="true">−</span><span><strong>found</strong> 200</span>')
  expect(card).toContain(
    '<span class="sign" aria-hidden="true">+</span><span><strong>expected</strong> a refusal with 400</span>',
  )
  expect(card).toContain('wfhost-conformance run -c staging.yaml --only run-malformed')
  expect(card).toContain('curl -sS -i -X POST &#39;https://api.example.com')
})

test('the title has the number of causes that explain the failures', () => {
  expect(html).toMatch(/<h1 id="outcome">\w+ causes explain all 3 failures<\/h1>/)
})

test('every requirement is a cell of its area, which leads to its cause', () => {
  expect(html).toContain('href="#cause-1" title="RUN-MALFORMED: 1 of 1 check failed, cause 1"')
})

test('every id occurs once, and every link leads to an id', () => {
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, id] of html.matchAll(/(?:href="#|aria-labelledby="|data-copy=")([^"]+)"/g)) expect(ids).toContain(id)
})

test('a report without failures has no causes', () => {
  const clean = formatHtml(createCleanReport())
  expect(clean).toContain('<h1 id="outcome">staging conforms to its area</h1>')
  expect(clean).not.toContain('class="card cause"')
})
