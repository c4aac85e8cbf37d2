import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCleanReport, createSampleReport } from '../../test/reports/sample-report.ts'
import { formatHtml } from './format-html.ts'

const html = formatHtml(createSampleReport())

test('the page has one style and one script of its own, and loads nothing', () => {
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html.match(/<style/g)).toHaveLength(1)
  expect(html).not.toMatch(/<(link|img|iframe|object|embed|base)\b|\ssrc=|\sstyle=|\son\w+=|@import|url\(/)
  // Links to what is required load nothing before somebody follows them.
  expect(html.match(/href="(?!#|https:\/\/wfhost\.github\.io\/wfhost\/reference\/)/g)).toBeNull()
})

test.each(['style', 'script'])('its policy allows the one %s that it has', (name) => {
  const text = html.match(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`))?.[1] ?? ''
  const policy = html.match(/Content-Security-Policy" content="([^"]*)"/)?.[1]
  expect(policy).toContain(`${name}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  expect(policy).toContain("default-src 'none'")
})

test('every check is a row, and every failure an article with its exchange and curl', () => {
  expect(html.match(/<tr data-verdict=/g)).toHaveLength(9)
  expect(html.match(/<article /g)).toHaveLength(5)
  const article = html.slice(html.indexOf('id="failure-1"'), html.indexOf('id="failure-2"'))
  expect(article).toContain('RUN-MALFORMED, section 7 (documented)')
  expect(article).toContain('<p class="part">Sent</p>')
  expect(article).toContain('<p class="part">Received</p>')
  expect(article).toContain('curl -sS -i -X POST &#39;https://api.example.com')
})

test('every id is there once, and every link leads to one', () => {
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [, id] of html.matchAll(/(?:href="#|aria-labelledby="|data-copy=")([^"]+)"/g)) expect(ids).toContain(id)
})

test('a report without failures has nothing to act on', () => {
  expect(formatHtml(createCleanReport())).not.toContain('To act on')
})
