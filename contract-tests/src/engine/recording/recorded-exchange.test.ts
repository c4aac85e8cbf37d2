import { withoutSecrets } from '@wfhost/internal/redacted-text'
import { expect, test } from 'vitest'
import { shortenBody } from './recorded-exchange.ts'

test('keeps a body of 4,000 characters', () => {
  const body = 'x'.repeat(4000)
  expect(shortenBody(withoutSecrets(body))).toBe(body)
})

test('keeps the beginning, the end and the length of a longer body', () => {
  const body = `{"first":${'1'.repeat(66_000)},"mode":"sync"}`
  const excerpt = shortenBody(withoutSecrets(body))
  expect(excerpt).toMatch(/^\{"first":1+… \(62024 of 66024 characters left out\) …1+,"mode":"sync"\}$/)
  expect(excerpt.length).toBeLessThan(4100)
})

test('does not split a surrogate pair', () => {
  expect(shortenBody(withoutSecrets(`${'x'.repeat(3499)}${'😀'.repeat(1000)}y`))).toMatch(/x… \(.*\) …(😀)+y$/)
})
